/** A wait that may end early. */
export class Pause {
  /** Ends the wait. */
  end: () => void = () => {};

  /** Waits for some milliseconds. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
