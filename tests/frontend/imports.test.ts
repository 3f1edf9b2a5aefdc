import { describe, expect, test } from 'vitest'
import { describeEnd } from '../../frontend/src/features/imports/Outcome.tsx'
import { countShown } from '../../frontend/src/features/imports/Preview.tsx'
import { describeRest } from '../../frontend/src/features/imports/Result.tsx'

test('the rest of an import takes as long as its rate so far says', () => {
  expect(describeRest(1_200, 600, 60_000)).toBe('about 2 min left')
  expect(describeRest(1_201, 600, 60_000)).toBe('about 3 min left')
  expect(describeRest(30, 600, 60_000)).toBe('less than a minute left')
})

test('no rest is named before a rate is known, nor at the end', () => {
  expect(describeRest(1_200, 600, 4_999)).toBeUndefined()
  expect(describeRest(1_200, 0, 60_000)).toBeUndefined()
  expect(describeRest(0, 600, 60_000)).toBeUndefined()
})

describe('an ended import', () => {
  const whole = { total: 51, count: 51, left: 0, skipped: [] }
  const full = { id: 'p', code: 'storage_full', reason: 'There is no room.' }
  const gone = { id: 'i', code: 'import_not_found', reason: 'This import is over.' }

  test('of which everything came in is here', () => {
    expect(describeEnd(whole, 'Karrow')).toEqual({ heading: 'Karrow is here', text: undefined })
  })

  test('names what was left, with the reason', () => {
    expect(describeEnd({ ...whole, count: 50, left: 1, skipped: [full] }, undefined)).toEqual({
      heading: 'Your world is here',
      text: '50 pages and pictures are here. 1 was left as it is: There is no room.',
    })
  })

  test('whose plan was gone is not called complete', () => {
    const missing = 'The rest is missing. Please undo the import and choose the file again.'
    expect(describeEnd({ ...whole, count: 12, left: 1, skipped: [gone] }, 'Karrow')).toEqual({
      heading: 'Not all of Karrow is here',
      text: `12 pages and pictures are here. ${missing}`,
    })
    expect(describeEnd({ ...whole, count: 0 }, undefined)).toEqual({
      heading: 'Not all of your world is here',
      text: 'Nothing came in. Please undo the import and choose the file again.',
    })
    expect(describeEnd({ ...whole, count: 12, left: 2, skipped: [full, gone] }, 'Karrow').text).toBe(
      `12 pages and pictures are here. ${missing} 1 was left as it is: There is no room.`,
    )
  })
})

test('before pages are shown to the campaign, those that stay with the DMs are not counted', () => {
  const preview = { pages: 12, hiddenPages: 5, publishedPages: 3 }
  expect(countShown(preview, 'CAMPAIGN')).toBe(7)
  expect(countShown(preview, 'PAGE')).toBe(3)
  expect(countShown(preview, 'DM')).toBe(0)
})
