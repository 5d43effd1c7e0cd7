/**
 * Writes batches one after the other, each while the next one is read: the database and this process work at the same time.
 * Settles when nothing is written any more, also after an error.
 */
export async function writeBehind<Batch>(
  batches: AsyncIterable<Batch>,
  write: (batch: Batch) => Promise<void>,
): Promise<void> {
  let writing = Promise.resolve();
  try {
    for await (const batch of batches) {
      await writing;
      writing = write(batch);
      // The next wait throws its error. Until then nobody would handle it.
      writing.catch(() => {});
    }
  } finally {
    await writing;
  }
}
