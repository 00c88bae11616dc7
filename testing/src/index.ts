/** Seeded generators, brute-force oracles, matchers and meters for the tests of all packages. */
export {};
