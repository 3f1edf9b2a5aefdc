import pg from 'pg'
import type { Bench, Table } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { median, spread, verdict } from './lib/figures.ts'
import { type Person, signUp } from './lib/people.ts'
import { scroll, scrollTable } from './lib/scrolling.ts'

const sizes = { full: { events: 1_000_000, frames: 600, reads: 15 }, quick: { events: 2_000, frames: 30, reads: 1 } }

export const bench: Bench = {
  what: "an admin's list of one user with 1,000,000 events: its pages at any depth, and scrolling in Chromium",
  async run(options) {
    const { quick, say, facts } = options
    const size = quick ? sizes.quick : sizes.full
    const { url, postgres } = await options.installation()
    const person = await signUp(url, 'ines')
    say(`${size.events} events`)
    const positions = await fill(postgres, person.id, size.events)

    say('pages')
    const pages: Record<string, number[]> = {}
    for (const [name, query] of Object.entries({
      'the newest, with all counts': '',
      'from the middle on': `&before=${positions.middle}`,
      'the oldest': `&before=${positions.oldest}`,
      'of one type, from the middle on': `&before=${positions.middle}&type=ImageRenamed`,
    }))
      pages[name] = await timed(person, `/admin/users/${person.id}/events?limit=200${query}`, size.reads)

    const browser = await openBrowser(options)
    facts.Chromium = browser.version()
    const page = await pageOf(browser, url, person)
    say('scrolling')
    await page.goto(`/admin/users/${person.id}/events`)
    await page.locator('tr[data-event]').nth(10).waitFor()
    const list = await scroll(page, '[data-scrolls]', size.frames)
    const rows = await page.locator('tr[data-event]').count()
    if (!quick && rows > 200) throw new Error(`${rows} rows stand on the page`)
    await browser.close()
    return [pagesTable(pages), scrollTable({ 'events, older ones fetched on the way': list })]
  },
}

/** Lines of the feed as the projector writes them, beyond where it will get meanwhile: pictures, each renamed nine times. */
async function fill(postgres: pg.ClientConfig, userId: string, events: number) {
  const client = new pg.Client(postgres)
  await client.connect()
  try {
    await client.query(
      `insert into feed (position, seq, id, type, stream, revision, at, item, data, metadata, channels, "unless", users, "correlationId")
       select c.position + n, 0, gen_random_uuid(), case when n % 10 = 0 then 'ImageUploaded' else 'ImageRenamed' end,
         'images-' || u.id, n, now() - make_interval(secs => $2 - n), u.id::text, jsonb_build_object('imageId', u.id, 'name', 'Bell ' || n),
         jsonb_build_object('actor', $1::text, 'commandId', u.id, 'correlationId', u.id), array['user:' || $1], '{}', array[$1::uuid], u.id::text
       from (select max(position) + 1000000000 as position from feed) c, generate_series(1, $2::int) n,
         lateral (select md5((n / 10)::text)::uuid as id) u`,
      [userId, events],
    )
    await client.query(`update auth."user" set role = 'admin' where id = $1`, [userId])
    await client.query('vacuum analyze feed')
    const { rows } = await client.query<{ oldest: string; middle: string }>(
      `select min(position) + 100 as oldest, (min(position) + max(position)) / 2 as middle from feed`,
    )
    return rows[0] ?? { oldest: '0', middle: '0' }
  } finally {
    await client.end()
  }
}

const timed = async (person: Person, path: string, times: number) => {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await person.send('GET', path)
    took.push(performance.now() - began)
  }
  return took
}

const pagesTable = (pages: Record<string, number[]>): Table => ({
  title: 'Pages of 200 events of one user',
  columns: ['', 'ms, median (range)', 'verdict'],
  rows: Object.entries(pages).map(([name, took]) => [
    name,
    spread(took),
    verdict({ name: 'median', value: median(took), atMost: name.includes('counts') ? 500 : 100 }),
  ]),
})
