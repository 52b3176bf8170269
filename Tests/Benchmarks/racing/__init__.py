"""What `Tests/Benchmarks/race` is made of."""
