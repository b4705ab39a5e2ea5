"""Submissions graded by the workers of a Dask cluster: `autograder grade --scheduler`.

Theory of operation
-------------------
The coordinator (`pool.Cluster`) registers a Dask plugin (`plugin.Grading`) with every worker, now
and later. The plugin carries the `parcel` of the run: the author's cells, the limits, the hidden
cases and the named mistakes, under the digest of its bytes. A worker unpacks it in a folder of its
own and starts a `station`: a process with torch, the judge and a zygote, and the only one there
that reads the cases. A job goes out as a submission's bytes and comes back as its Report, so that
nothing needs a shared folder, and no worker knows of the gradebook.

Coordinator, scheduler and workers trust each other, as they do in every use of Dask: whoever may
speak to a scheduler may run code on its workers. Hence TLS (`scheduler`).
"""
