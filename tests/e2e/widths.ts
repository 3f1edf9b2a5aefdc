import type { Page } from '@playwright/test'

/** How wide what is on screen is, in pixels: it scrolls within its parts, so that the document itself is never too wide. */
export const widest = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scrolls = (part: Element) => /auto|scroll/.test(getComputedStyle(part).overflowX)
    const parts = [...document.querySelectorAll('main, aside')].filter(scrolls)
    const sticksOut = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth
    return innerWidth + Math.max(...[document.documentElement, ...parts].map(sticksOut))
  })

/** Fields whose letters are so small that a phone zooms into them. */
export const zoomedInto = (page: Page): Promise<string[]> =>
  page
    .locator('textarea, input:not([type=range], [type=file], [type=checkbox], [type=radio])')
    .evaluateAll((fields) =>
      fields.flatMap((field) =>
        field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16
          ? [field.outerHTML.slice(0, 120)]
          : [],
      ),
    )
