.PHONY: test checks packages tools

# Everything: builds once, then says how many tests ran in each package.
test: tools
	@Tests/layers
	swift build --build-tests
	@Tests/run
	@Tests/consumer

# The same tests with the arena's invariants checked after every mutation.
checks: tools
	swift test --scratch-path .build/checks -Xswiftc -DCOG_INTERNAL_CHECKS

# Each package builds and tests by itself.
packages: tools
	@Tests/packages

tools:
	@Tests/tools
