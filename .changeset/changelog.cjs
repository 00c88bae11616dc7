/** Changelogs without the lists of updated dependencies: all packages carry the same version, so they say nothing. */
const { default: standard } = require('@changesets/cli/changelog');

module.exports = { ...standard, getDependencyReleaseLine: async () => '' };
