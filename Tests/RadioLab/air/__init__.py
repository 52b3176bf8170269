"""The air of the radio lab: a virtual controller for the host's stack and peripherals on one simulated link."""
