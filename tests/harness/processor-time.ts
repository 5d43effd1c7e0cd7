/** Milliseconds of processor that some work of this thread's takes: other programs of a busy machine count for nothing. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
