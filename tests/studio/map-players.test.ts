import { describe, expect, test } from 'vitest'
import { withoutSecrets } from '#domain/map-audience.ts'
import { cellsOf, endsOf } from '#domain/map-plan.ts'
import { toFoundryScene } from '../../exchange/foundry/scene.ts'
import { drawPlan } from '../../studio/maps/print.ts'
import { asFoundryDoes } from './map-importers.ts'
import { planOf } from './map-orders.ts'
import { exported, walkable } from './map-tables.ts'

const hiding = ['a crypt', 'a sewer', 'a castle keep', 'a tavern', 'a cave', 'a ruined abbey']
const plans = hiding
  .map((prompt) => planOf(prompt, { seed: 3 }))
  .filter(({ doors }) => doors.some(({ secret }) => secret))

describe('what players get', () => {
  test.each(plans.map((plan) => [plan.title, plan] as const))(
    'of %s tells nothing secret in any field',
    async (_title, plan) => {
      const secret = plan.doors.filter((door) => door.secret)
      expect(secret.length).toBeGreaterThan(0)
      const hidden = plan.rooms.filter((room) => room.secret).flatMap(({ id }) => cellsOf(plan, id))
      const inside = ({ x, y }: { x: number; y: number }) =>
        hidden.includes(Math.floor(y) * plan.grid.cols + Math.floor(x)) && x % 1 > 0.3 && y % 1 > 0.3
      const { file } = await exported(plan, 'players')
      const scene = toFoundryScene(
        plan,
        {
          src: 'map.webp',
          width: plan.grid.cols * plan.grid.px,
          height: plan.grid.rows * plan.grid.px,
          bakedLighting: true,
        },
        'players',
      ).file
      for (const door of secret) {
        const ends = endsOf(door)
        expect(
          file.portals.some(
            ({ bounds }) =>
              bounds[0].x === ends[0].x &&
              bounds[0].y === ends[0].y &&
              bounds[1].x === ends[1].x &&
              bounds[1].y === ends[1].y,
          ),
        ).toBe(false)
      }
      expect(file.lights.some(({ position }) => inside(position))).toBe(false)
      expect(scene.walls.some(({ door }) => door === 2)).toBe(false)
      const text = JSON.stringify([{ ...file, image: '' }, scene])
      for (const { name, note } of plan.rooms)
        for (const words of [name, note, plan.title]) expect(text).not.toContain(JSON.stringify(words).slice(1, -1))
      expect(text).not.toMatch(/secret|hidden room|trap/i)
      const reach = walkable(asFoundryDoes(JSON.stringify(file)), plan)
      expect(hidden.some((cell) => reach.has(cell))).toBe(false)
      const shown = withoutSecrets(plan)
      expect(shown.rooms.map(({ id }) => id)).toEqual(shown.rooms.map((_, i) => i + 1))
      expect(shown.furniture.some((thing) => thing.secret)).toBe(false)
    },
  )

  test('is printed as if what is secret had never been there', async () => {
    const plan = planOf('a crypt', { seed: 3, width: 320, height: 320 })
    const players = drawPlan(plan, { audience: 'players' }).pixels
    const emptied = {
      ...plan,
      furniture: plan.furniture.filter(
        ({ secret, x, y }) =>
          !secret && !plan.rooms[(plan.cells[Math.floor(y) * plan.grid.cols + Math.floor(x)] ?? 0) - 1]?.secret,
      ),
    }
    expect(drawPlan(emptied, { audience: 'players' }).pixels.equals(players)).toBe(true)
    expect(drawPlan(plan, { audience: 'dm' }).pixels.equals(players)).toBe(false)
  })

  test('is only what was revealed: beyond it there is neither a line nor a pixel', async () => {
    const plan = planOf('a castle keep', { width: 320, height: 320 })
    const { cols, px, x: ox, y: oy } = plan.grid
    const court = plan.rooms.find(({ purpose }) => purpose === 'courtyard')
    const revealed = new Set(cellsOf(plan, court?.id ?? 0))
    const { file } = await exported(plan, 'players', revealed)
    const near = ({ x, y }: { x: number; y: number }) =>
      [...revealed].some(
        (cell) => Math.max(Math.abs((cell % cols) + 0.5 - x), Math.abs(Math.floor(cell / cols) + 0.5 - y)) <= 1.5,
      )
    expect(file.line_of_sight.length).toBeGreaterThan(0)
    for (const line of file.line_of_sight) for (const point of line) expect(near(point)).toBe(true)
    for (const { position } of file.portals) expect(near(position)).toBe(true)
    for (const { position } of file.lights)
      expect(revealed.has(Math.floor(position.y) * cols + Math.floor(position.x))).toBe(true)
    const { pixels, width, height } = drawPlan(plan, { audience: 'players', revealed })
    const dark = [13, 11, 10]
    for (let at = 0; at < width * height; at += 7) {
      const [x, y] = [Math.floor(((at % width) - ox) / px), Math.floor((Math.floor(at / width) - oy) / px)]
      if (x >= 0 && y >= 0 && x < cols && revealed.has(y * cols + x)) continue
      expect([pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]]).toEqual(dark)
    }
  })
})
