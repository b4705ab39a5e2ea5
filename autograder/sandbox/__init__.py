"""Where student code runs: `zygote` forks, `inside` runs cells, `host` is the trusted end."""
