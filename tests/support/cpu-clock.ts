/**
 * Returns a function that says how many milliseconds this process has computed since. Unlike the time on the wall, this does
 * not depend on what else the machine does. It is for bounds that only input with a superlinear cost can exceed.
 */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
