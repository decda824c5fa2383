// A test that something is fast fails where the machine is busy, and would then have killed any mutant that it ran
// against. What a mutant makes slow, Stryker's own timeout finds.
performance.now = () => 0;
