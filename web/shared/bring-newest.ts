/** A page is not held up for longer: the next visit has the newer app then. */
const PATIENCE_MS = 10_000;

/** Lets the newest app serve this page's address, where one is kept on the device. To be called before the page is loaded anew. */
export async function bringNewest(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([takeOver().catch(() => undefined), patience]);
}

async function takeOver(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (!next) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (next.state === 'installed') next.postMessage({ kind: 'take over' });
      if (next.state === 'activated' || next.state === 'redundant') resolve();
    };
    next.addEventListener('statechange', look);
    look();
  });
}
