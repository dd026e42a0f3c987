.PHONY: podcast crash recording graph-page test checks fuzz optimised packages bench bench-build bench-growth bench-memory \
  bench-counts bench-services bench-flows bench-page bench-podcast install uninstall tools install-tools test-tools

# A whole sync with no network: a loopback server, a made library, a process killed in the middle, every byte
# compared.
podcast: tools
	@swift build --product podcast-sync
	@.build/debug/podcast-sync demo

# Kills podcast-sync hundreds of times, by a signal or with the power, and holds each library to that of an
# undisturbed run: 500 kills of random lives of a library, 200 with aria2 beside it, then each kind of
# operation at each of its steps, some 5,000 kills: up to an hour on two cores. Needs Linux.
# CRASH='--kills 2000 --seed 7'.
crash: test-tools
	swift build --product podcast-sync
	swift build --product podcast-crash
	.build/debug/podcast-crash $(CRASH)
	.build/debug/podcast-crash --engine aria2 --kills 200
	.build/debug/podcast-crash --sweep

# The session in README.md and its picture, typed at a terminal anew; needs python3.
recording: tools
	@swift build --product podcast-sync
	@Apps/PodcastSync/Recording/record .build/debug/podcast-sync README.md Docs/session.svg

# The page and the drawing of a sample's graph in Docs.
graph-page: tools
	@swift build --product graph-page
	@.build/debug/graph-page >Docs/graph.html
	@.build/debug/graph-page --svg >Docs/graph.svg

# Everything: builds once, then says how many tests ran in each package.
test: test-tools
	@Tests/layers
	@Tests/format
	@Tests/rules --check
	@Tests/guides
	@Tests/manifests
	swift build --build-tests
	@Tests/compile-fails
	@Tests/swiftui
	@Tests/signposts
	@Tests/background
	@Tests/run
	@Tests/consumer
	@Tests/release

# A few at a time, for the reason that Tests/packages gives.
few := --experimental-maximum-parallelization-width 16

# The same tests with the arena's invariants checked after every mutation; not those of the bench, whose
# graphs of 100,000 rows would be looked through whole each time.
checks: test-tools
	swift test --scratch-path .build/checks -Xswiftc -DCOG_INTERNAL_CHECKS --skip CogBenchTests $(few)

# 100,000 random programs in the graph and in a plain model of it, as many of async states and of scopes
# that come and go, and every order in which a few runs of an async state are chosen, end and are let go;
# a divergence is shrunk to a short script. Then every run there is of small graphs of services, and as many
# random ones of large graphs, each held to the promises. Then 100,000 feeds and lists, made, spoiled and read,
# and the worst that may come at their full size. Not part of `test`, which runs the first few thousand.
# FUZZ='--programs 500 --seed 7', FEEDS='--documents 500 --seed 7'.
fuzz: tools
	swift build -c release --scratch-path .build/fuzz --product cog-fuzz
	.build/fuzz/release/cog-fuzz $(FUZZ)
	.build/fuzz/release/cog-fuzz --async $(FUZZ)
	.build/fuzz/release/cog-fuzz --scopes $(FUZZ)
	.build/fuzz/release/cog-fuzz --orders
	swift build -c release --scratch-path .build/fuzz --product stoic-fuzz
	.build/fuzz/release/stoic-fuzz $(FUZZ)
	swift build -c release --scratch-path .build/fuzz --product podcast-fuzz
	.build/fuzz/release/podcast-fuzz $(FEEDS)
	.build/fuzz/release/podcast-fuzz --limits

# The same tests in an optimised build: what traps must trap there too.
optimised: test-tools
	swift test -c release -Xswiftc -enable-testing --scratch-path .build/optimised $(few)

# Each package builds and tests by itself.
packages: test-tools
	@Tests/packages

bench-build: tools
	@swift build -c release --product cog-bench --package-path Apps/CogBench

# The graph beside a floor, scheduling by hand and raw @Observable, and whether the targets are met.
bench: bench-build
	@Apps/CogBench/.build/release/cog-bench --counts Apps/CogBench/counts.txt

# How costs grow from 1,000 rows to 1,000,000: the curves, and their table on the page.
bench-growth: bench-build
	@Apps/CogBench/.build/release/cog-bench growth --counts Apps/CogBench/counts.txt \
	  --svg Docs/growth.svg --page Docs/Performance.md

# What rows and dependencies take of memory, and what is left when they are gone.
bench-memory: bench-build
	@Apps/CogBench/.build/release/cog-bench memory

# What async work takes, by itself and in storms of it.
bench-flows: bench-build
	@Apps/CogBench/.build/release/cog-bench flows

# What it takes to check, start and stop 10, 1,000 and 10,000 services.
bench-services: bench-build
	@Apps/CogBench/.build/release/cog-bench services

# What one operation takes in instructions and allocations, against the counts kept with the bench.
bench-counts: tools
	@Apps/CogBench/count

# Measures everything on a quiet machine and writes all figures of Docs/Performance.md anew.
bench-page: bench-build
	@Apps/CogBench/.build/release/cog-bench all --counts Apps/CogBench/counts.txt \
	  --svg Docs/growth.svg --page Docs/Performance.md

# podcast-sync as it is installed: on Linux it needs no Swift to run, so it starts sooner as well.
release := swift build -c release --package-path Apps/PodcastSync
ifeq ($(shell uname),Linux)
release += --static-swift-stdlib -Xlinker -lcurl
endif
PREFIX ?= /usr/local

# podcast-sync for everyone: PREFIX=$$HOME/.local for yourself alone, DESTDIR where a package is made.
install: install-tools
	@$(release) --product podcast-sync
	@Apps/PodcastSync/Install/install "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@Apps/PodcastSync/Install/install --remove "$(PREFIX)" "$(DESTDIR)"

# podcast-sync beside newsboat, podboat and gpo, which it needs, and root for a network of its own: their table
# on the page. BENCH='--runs 3'.
bench-podcast: install-tools
	@$(release) --product podcast-sync
	@swift build -c release --product podcast-bench --package-path Apps/PodcastSync
	@Apps/PodcastSync/Bench/peers --page Docs/Performance.md $(BENCH)

tools:
	@Tests/tools

# What is installed has no Swift libraries, and is linked to the system's curl.
install-tools:
	@Tests/tools install

# Tests of podcast-sync download by aria2.
test-tools:
	@Tests/tools tests
