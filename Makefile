.PHONY: podcast test checks packages tools

# A whole sync with no network: a loopback server, a made library, every byte compared.
podcast: tools
	@swift build --product podcast-sync
	@.build/debug/podcast-sync demo

# Everything: builds once, then says how many tests ran in each package.
test: tools
	@Tests/layers
	@Tests/format
	swift build --build-tests
	@Tests/compile-fails
	@Tests/run
	@Tests/consumer
	@Tests/release

# The same tests with the arena's invariants checked after every mutation.
checks: tools
	swift test --scratch-path .build/checks -Xswiftc -DCOG_INTERNAL_CHECKS

# Each package builds and tests by itself.
packages: tools
	@Tests/packages

tools:
	@Tests/tools
