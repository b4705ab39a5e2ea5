"""What comes in: downloads of an LMS, archives, folders, and what becomes of each file.

::

    archive ─▶ arrivals ─▶ lms ─▶ people ─▶ plan ─▶ store
    members    every file   who,   students  verdict  submitted/, a manifest
               once, on     which            of each
               disk         attempt          file

Everything up to `plan` only reads; `store` alone writes into the course. No file that came in
ends without a line in the manifest.
"""
