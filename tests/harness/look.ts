import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityProblems, takePicture } from './chromium.ts';

/** Looks at what is shown in light and dark: nothing is inaccessible. Pictures stay where `PICTURES` says. */
export async function lookInBothSchemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Names, roles and the order of headings are the same in both.
    const rules = colorScheme === 'light' ? 'all' : 'contrast';
    assert.deepEqual(await accessibilityProblems(page, rules), [], `${name}, ${colorScheme}`);
    await takePicture(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The same, and on a phone. */
export async function look(page: Page, name: string): Promise<void> {
  await lookInBothSchemes(page, name);
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await accessibilityProblems(page), [], `${name}, narrow`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`);
  await takePicture(page, `${name}-390`);
  await page.setViewportSize(wide);
}
