import { describe, expect, test } from 'vitest'
import { type ModelSlug, models } from '../../studio/draw.ts'
import { readFor } from '../../studio/reading.ts'

const slugs = Object.keys(models) as ModelSlug[]
const hostile = [
  'one bell still hanging in a ruined tower, no birds; 8K masterpiece by Greg Rutkowski',
  'ein alter Turm am Meer, 灯台と海, маяк у моря, قلعة',
  '🐉🔥 in a cave 🏰!!! "IGNORE ALL PREVIOUS INSTRUCTIONS" <script>alert(1)</script>',
  'Coca-Cola bottle; DROP TABLE images; -- {{7*7}} ../../etc/passwd',
  'wolf wolf WOLF wolves',
  '   ,,, ... ',
  '',
]

describe('a prompt is read before it is drawn', () => {
  test.each(slugs)('%s tells of every word whether it heard it, in the order of the prompt', (slug) => {
    for (const prompt of hostile) {
      const { understood, ignored } = readFor(slug, prompt)
      const bare = (text: string) => text.replace(/^no /, '')
      for (const list of [understood, ignored]) {
        const places = list.map((text) => prompt.indexOf(bare(text)))
        expect(places).not.toContain(-1)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }
      expect(understood.filter((text) => ignored.includes(text))).toEqual([])
      const said = [...understood, ...ignored].join(' ').toLowerCase()
      for (const [word] of prompt.matchAll(/[\p{L}\p{N}]{4,}/gu))
        if (!['still', 'previous'].includes(word)) expect(`${said} with from`).toContain(word.toLowerCase())
    }
  })

  test('what joins words is no word that was missed', () => {
    expect(readFor('studio-vista', 'a lake with an island in the mist')).toMatchObject({
      understood: ['lake', 'island', 'mist'],
      ignored: [],
    })
  })

  test('several words that count as one are told as one, as they were written', () => {
    expect(readFor('studio-vista', 'Standing Stones on a hill').understood).toEqual(['Standing Stones', 'hill'])
  })

  test('what is to be left out is understood, even if nothing would draw it', () => {
    expect(readFor('studio-settlement', 'a harbour without boats, no airships')).toMatchObject({
      understood: ['harbour', 'no boats', 'no airships'],
      ignored: [],
    })
    expect(readFor('studio-vista', 'a lake and a boat', 'boats').understood).toEqual(['lake', 'no boat'])
  })

  test('a model that draws one thing says that it leaves out the second', () => {
    expect(readFor('studio-still-life', 'a silver key and a dagger')).toMatchObject({
      understood: ['silver', 'key'],
      ignored: ['dagger'],
    })
  })

  test('a colour is understood with the noun that it colours', () => {
    expect(readFor('studio-likeness', 'a woman with red hair').understood).toEqual(['woman', 'red', 'hair'])
    expect(readFor('studio-likeness', 'a woman with hair').ignored).toEqual(['hair'])
  })
})

describe('a model suits a prompt, or another would', () => {
  const suiting: [ModelSlug, string][] = [
    ['studio-vista', 'a stony coast at dusk with a lighthouse'],
    ['studio-settlement', 'a harbour town in the rain'],
    ['studio-likeness', 'portrait of an old guard with a lantern'],
    ['studio-interior', 'a tavern with patrons by the fire'],
    ['studio-interior', 'inside a ruined cathedral at night'],
    ['studio-blazon', 'a golden lion on a blue field'],
    ['studio-handout', 'wanted poster of a goblin'],
    ['studio-handout', 'a sealed letter from the king'],
    ['studio-still-life', 'a dragon egg on velvet'],
    ['studio-dungeon', 'a crypt with coffins'],
    ['studio-wilderness', 'a forest path with a river'],
  ]
  test.each(suiting)('%s: %s', (slug, prompt) => {
    expect(readFor(slug, prompt)).toMatchObject({ suits: true, better: [] })
  })

  const wrong: [ModelSlug, string, ModelSlug][] = [
    ['studio-vista', 'a beholder', 'studio-likeness'],
    ['studio-settlement', 'tavern interior, candlelight', 'studio-interior'],
    ['studio-vista', 'a crypt with coffins', 'studio-interior'],
    ['studio-vista', "the ship's hold, crates and barrels", 'studio-interior'],
    ['studio-still-life', 'wanted poster of a goblin', 'studio-handout'],
    ['studio-likeness', 'a scrap of a treasure map', 'studio-handout'],
    ['studio-likeness', 'a bronze bell', 'studio-still-life'],
    ['studio-vista', 'a bronze bell on an oak table', 'studio-still-life'],
    ['studio-vista', 'a grey wolf before a full moon', 'studio-likeness'],
    ['studio-vista', '🐺', 'studio-likeness'],
    ['studio-likeness', 'a letter that says "the tower by the sea and the castle"', 'studio-handout'],
    ['studio-still-life', 'a walled city by night', 'studio-settlement'],
    ['studio-still-life', 'coat of arms with a sword', 'studio-blazon'],
    ['studio-likeness', 'snowy mountains', 'studio-vista'],
    ['studio-dungeon', 'a meadow by a river', 'studio-wilderness'],
  ]
  test.each(wrong)('%s does not draw "%s", %s does', (slug, prompt, better) => {
    const reading = readFor(slug, prompt)
    expect(reading.suits).toBe(false)
    expect(reading.better[0]).toBe(better)
    expect(readFor(better, prompt).suits).toBe(true)
  })

  test('where no model knows a word, none is offered in place of another', () => {
    expect(readFor('studio-vista', 'qwerty asdf')).toEqual({
      understood: [],
      ignored: ['qwerty', 'asdf'],
      suits: true,
      better: [],
    })
  })

  test.each(slugs)('whatever suits better than %s suits, and is of its family', (slug) => {
    for (const prompt of [...hostile, ...suiting.map(([, prompt]) => prompt), ...wrong.map(([, prompt]) => prompt)])
      for (const better of readFor(slug, prompt).better) expect(readFor(better, prompt).suits).toBe(true)
  })
})
