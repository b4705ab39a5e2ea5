"""The trusted side: pytest cases, the `student` that they talk to, comparison and verdicts."""
