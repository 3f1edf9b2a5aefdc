import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, shift } from './colour.ts'
import { glow } from './glow.ts'
import type { Idea } from './lexicon.ts'
import { headwear, locks } from './likeness-shapes.ts'
import type { Sitter, Tools } from './likeness-tools.ts'
import { fbm } from './noise.ts'
import { named } from './palette.ts'
import type { Random } from './random.ts'
import { type Material, stuffs } from './relief/material.ts'
import { raise } from './relief/raise.ts'
import type { Pen, Stage } from './stage.ts'

const complexions: Record<Idea<'complexion'>, string> = {
  pale: '#e8c8b0',
  olive: '#c08a5e',
  brown: '#9a6440',
  dark: '#5e3a28',
  green: '#6f8a4a',
  blue: '#6f8fb0',
  grey: '#8f8f92',
  red: '#a8443a',
}
const naturalSkins = ['#e6bd9c', '#d8a680', '#c99068', '#b07850', '#8f5c3c', '#6e452f', '#54341f', '#e0b290']
const naturalHair = ['#1c1512', '#2e1d14', '#4a2d1a', '#6e4526', '#8a4a24', '#b98a4c', '#241a20']

const skinOf = (stage: Stage, next: Random): Rgb => {
  const { scene, has } = stage
  const said = scene.complexion[0]
  const tint = scene.tints.get('skin')
  if (tint) return mix(named[tint], hex('#c99068'), tint === 'brown' || tint === 'black' ? 0.3 : 0.25)
  if (said) return hex(complexions[said])
  if (has('kin', 'orc', 'goblin')) return hex(next.pick(['#6f8a4a', '#7c8f52', '#5f7a52']))
  if (has('kin', 'tiefling')) return hex(next.pick(['#a8443a', '#7a4a86', '#b0563e']))
  if (has('kin', 'undead')) return hex(next.pick(['#a9b0a0', '#b8b4a6', '#8f9a98']))
  return hex(next.pick(naturalSkins))
}

const sitterOf = (stage: Stage): Sitter => {
  const { scene, has, may } = stage
  const next = stage.chance('sitter')
  const female =
    has('feature', 'female') ||
    (!has('feature', 'male', 'beard', 'moustache') && (has('person', 'witch') || next.chance(0.45)))
  const old = has('feature', 'old')
  const hairTint =
    scene.tints.get('hair') ?? scene.tints.get('beard') ?? scene.tints.get('braid') ?? scene.tints.get('curl')
  const clothTint =
    scene.tints.get('cloak') ??
    scene.tints.get('hood') ??
    scene.tints.get('robe') ??
    scene.tints.get('dress') ??
    scene.tints.get('coat') ??
    scene.colour.find((colour) => ![...scene.tints.values()].includes(colour))
  const dwarf = has('kin', 'dwarf')
  const wears = (...ideas: string[]) => has('feature', ...ideas) && ideas.every(may)
  const hat: Sitter['hat'] = wears('helm')
    ? 'helm'
    : wears('crown')
      ? 'crown'
      : wears('hood')
        ? 'hood'
        : wears('tricorn')
          ? 'tricorn'
          : wears('wimple')
            ? 'wimple'
            : wears('hat')
              ? 'hat'
              : (guessHat(stage, next, female) ?? 'none')
  const styles: Sitter['hairStyle'][] = female
    ? ['bun', 'long', 'long', 'curl', 'braid']
    : ['short', 'short', 'curl', 'long', 'bald']
  const named2 = (['bald', 'braid', 'curl', 'bun', 'long', 'short'] as const).find((style) => has('feature', style))
  const red = mix(named.red, hex('#8a3a1a'), 0.55)
  return {
    skin: skinOf(stage, next),
    hair: hairTint
      ? hairTint === 'red' || hairTint === 'orange'
        ? mix(red, named[hairTint], 0.25)
        : mix(named[hairTint], hex('#3a2418'), 0.15)
      : old
        ? hex(next.pick(['#d8d2c8', '#b8b4ae', '#e6e2da']))
        : hex(next.pick(naturalHair)),
    cloth: clothTint
      ? mix(named[clothTint], hex('#2a2420'), 0.22)
      : hex(next.pick(['#5c2a2e', '#27425e', '#2f5048', '#4a3560', '#6a4a2c', '#3c4a34', '#7a3c2a'])),
    trim: scene.material.includes('silver') ? hex('#c4ccd4') : hex('#d9a441'),
    metal: scene.material.includes('gold')
      ? hex('#d9a441')
      : scene.material.includes('bronze')
        ? hex('#b07a44')
        : hex('#9aa4b0'),
    nose:
      (has('person', 'witch') && old ? 13 : 0) +
      (has('kin', 'goblin') ? 22 : has('kin', 'orc') ? -6 : 0) +
      next.between(female ? -5 : -2, female ? 3 : 10),
    chin:
      (dwarf ? 4 : 0) +
      (has('kin', 'orc') ? 9 : 0) +
      (has('person', 'witch') && old ? 8 : 0) +
      next.between(female ? -5 : -2, female ? 2 : 7),
    brow: (has('kin', 'orc') ? 7 : 0) + (female ? -1 : next.between(0, 4)),
    jaw: (has('feature', 'fat') ? 16 : 0) + (has('feature', 'gaunt') ? -6 : 0) + (female ? -3 : 3),
    female,
    old,
    hairStyle: has('kin', 'goblin')
      ? 'none'
      : (named2 ?? (has('person', 'monk') && !female ? 'bald' : next.pick(styles))),
    beard:
      !may('beard') || female
        ? 0
        : has('feature', 'beard') || dwarf || has('person', 'wizard')
          ? has('person', 'wizard') || dwarf || old
            ? 410
            : 330
          : !has('feature', 'young') && !has('kin', 'elf', 'goblin', 'orc') && next.chance(0.34)
            ? 318
            : 0,
    hat,
    ears:
      has('feature', 'pointed') || has('kin', 'elf', 'tiefling')
        ? 'pointed'
        : has('kin', 'goblin', 'orc')
          ? 'large'
          : 'round',
  }
}

/** What people of a trade usually wear, unless they are asked not to. */
const guessHat = (stage: Stage, next: Random, female: boolean): Sitter['hat'] | undefined => {
  const { has, may } = stage
  const guess: [string, Sitter['hat'], number][] = [
    ['ruler', 'crown', 1],
    ['witch', 'hat', 0.75],
    ['wizard', 'hat', 0.55],
    ['rogue', 'hood', 0.8],
    ['guard', 'helm', 0.75],
    ['monk', female ? 'wimple' : 'hood', 0.75],
    ['sailor', 'tricorn', 0.7],
  ]
  const found = guess.find(([person]) => has('person', person))
  return found && may(found[1]) && next.chance(found[2]) ? found[1] : undefined
}

const facePath = ({ nose, chin, brow, jaw, female }: Sitter): string => {
  const lip = female ? 2 : 0
  return `M176 168C172 150 182 120 214 116C240 114 262 128 ${270 + brow * 0.3} 152C${274 + brow} 164 ${277 + brow} 176 ${274 + brow * 0.6} 187C274 193 ${282 + nose} 206 ${293 + nose} 221C${298 + nose} 228 ${291 + nose / 2} 234 281 234C283 238 ${286 + lip} 242 ${285 + lip} 246C${283 + lip} 248 281 249 279 250C${284 + lip} 251 ${286 + lip} 255 282 260C279 264 283 268 282 273C286 282 ${280 + chin} 298 ${263 + chin / 2} 303C${246 - jaw * 0.3} ${307 + jaw * 0.6} ${238 - jaw * 0.5} ${304 + jaw} 229 ${306 + jaw * 0.5}C227 326 229 348 240 378L160 390C174 348 176 322 170 300C152 266 160 210 176 168Z`
}

const ear = (pen: Pen, sitter: Sitter): Path2D => {
  if (sitter.ears === 'pointed')
    return new Path2D(
      'M214 238C198 244 190 226 188 210C178 190 160 168 138 158C170 156 200 170 214 192C222 206 222 226 214 238Z',
    )
  if (sitter.ears === 'large')
    return new Path2D(
      'M214 242C196 248 186 230 182 216C160 206 128 196 92 194C126 172 178 172 208 190C224 204 224 230 214 242Z',
    )
  pen.lineWidth = 1
  return new Path2D('M210 200C196 190 188 202 190 218C192 234 202 244 210 238C218 230 220 208 210 200Z')
}

/** Draws in the sitter's own box, turned towards the light. */
export const drawPerson = (stage: Stage, middle: { x: number; y: number }): void => {
  const { w, h, u, palette, sun, has, style } = stage
  const sitter = sitterOf(stage)
  const scale = Math.min((h * 0.98) / 500, (w * 1.12) / 400) * (h > w ? 1.06 : 1.04)
  const small = has('kin', 'halfling', 'dwarf', 'goblin') ? 0.94 : 1
  const frame = (pen: Pen, draw: () => void) => {
    pen.save()
    pen.translate(middle.x, h + 12 * u)
    pen.scale(sun.side * scale * small, scale * small)
    pen.translate(-206, -512)
    draw()
    pen.restore()
  }
  const cast = (
    d: string | Path2D,
    colour: Rgb,
    bevel: number,
    material: Material,
    grain?: (x: number, y: number) => number,
  ) =>
    raise(
      stage,
      (pen) =>
        frame(pen, () => {
          pen.fillStyle = css(colour)
          if (typeof d === 'string') pen.fill(new Path2D(d), 'evenodd')
          else pen.fill(d)
        }),
      { bevel: bevel * scale, material, wear: Math.max(2, bevel * scale * 0.16), ...(grain ? { grain } : {}) },
    )
  const flat = (draw: (pen: Pen) => void) => frame(stage.pen, () => draw(stage.pen))
  const strand = stage.noise('strands')
  const hairGrain = (x: number, y: number) => 1.9 * fbm(strand, x / (7 * u), y / (52 * u), 2)
  const weave = (x: number, y: number) => 3.4 * fbm(strand, x / (60 * u), y / (130 * u), 3)
  const ink = mix(palette.near, hex('#1a1014'), 0.5)
  const shade = mix(sitter.skin, mix(ink, hex('#5a1f24'), 0.35), 0.55)
  const tools = { cast, flat, sitter, hairGrain, weave, ink, stage }
  locks(tools, 'back')
  headwear(tools, 'back')
  cast(
    'M30 530C40 440 84 392 150 364C178 388 214 392 242 364C306 376 356 424 372 530Z',
    sitter.cloth,
    70,
    has('feature', 'armour') || has('person', 'guard') ? stuffs.worn : stuffs.cloth,
    weave,
  )
  shoulders(tools)
  cast(facePath(sitter), sitter.skin, 62, stuffs.skin)
  flat((pen) => {
    // The plane of cheek and neck that turns away from the light.
    pen.fillStyle = css(shade, style === 'fantasy-art' ? 0.42 : 0.62)
    pen.fill(
      new Path2D(
        'M228 306C236 303 244 305 252 305C240 316 236 330 238 352L240 378L170 388C180 350 182 330 178 306C196 316 212 318 228 306Z',
      ),
    )
    if (style !== 'fantasy-art')
      pen.fill(
        new Path2D(
          'M176 168C178 150 186 126 206 118C214 142 208 168 216 196C226 222 222 258 232 303C214 318 196 316 178 306C160 268 160 210 176 168Z',
        ),
      )
    if (style === 'fantasy-art') {
      pen.fillStyle = css(shift(sitter.skin, { chroma: 1.5, hue: -0.12 }), 0.3)
      pen.filter = `blur(${7 * scale}px)`
      pen.beginPath()
      pen.ellipse(250, 240, 17, 12, 0.3, 0, 7)
      pen.fill()
      pen.beginPath()
      pen.ellipse(287 + sitter.nose * 0.8, 222, 8, 7, 0, 0, 7)
      pen.fill()
      pen.filter = 'none'
    }
  })
  cast(ear(stage.pen, sitter), mix(sitter.skin, shade, 0.2), 7, stuffs.skin)
  features(tools)
  flat((pen) => {
    pen.strokeStyle = css(mix(palette.light, [255, 255, 255], 0.3), style === 'comic-book' ? 0.2 : 0.5)
    pen.lineWidth = 2.2
    pen.stroke(new Path2D(facePath(sitter).split('C227 326')[0] as string))
  })
  locks(tools, 'front')
  beard(tools)
  headwear(tools, 'front')
  extras(tools)
}

const shoulders = ({ cast, sitter, stage, weave }: Tools): void => {
  const { has, may } = stage
  if ((has('feature', 'armour') || has('person', 'guard')) && may('armour')) {
    cast('M20 530C26 450 66 404 126 384C150 400 156 440 150 530Z', sitter.metal, 46, stuffs.metal)
    cast(
      'M250 384C310 392 356 430 376 530L268 530C270 470 262 420 250 384Z',
      mix(sitter.metal, sitter.cloth, 0.2),
      40,
      stuffs.metal,
    )
    cast('M126 384C150 400 156 440 150 530L140 530C146 444 140 408 116 390Z', sitter.trim, 6, stuffs.metal)
    cast('M148 372C176 400 216 402 246 370L250 392C214 424 170 420 142 392Z', sitter.metal, 14, stuffs.metal)
    return
  }
  cast(
    'M150 362C178 390 214 392 242 362L252 384C216 418 168 416 138 382Z',
    mix(sitter.cloth, stage.palette.light, 0.3),
    12,
    stuffs.cloth,
    weave,
  )
  if (has('person', 'noble', 'ruler') || has('feature', 'fur'))
    cast(
      'M122 378C150 420 236 424 270 374C300 386 318 404 326 430C280 470 120 474 66 426C80 402 100 388 122 378Z',
      hex('#e4dac8'),
      26,
      stuffs.hair,
      (x, y) => 5 * weave(x * 3, y * 3),
    )
  else cast('M196 402L226 398L262 530L214 530Z', mix(sitter.cloth, [0, 0, 0], 0.3), 10, stuffs.cloth)
  if (has('feature', 'earring') || has('person', 'noble'))
    cast('M196 414A11 11 0 1 0 218 414A11 11 0 1 0 196 414Z', sitter.trim, 8, stuffs.metal)
}

const features = ({ flat, sitter, ink, stage }: Tools): void => {
  const { scene, has } = stage
  const eyeTint = scene.tints.get('eye')
  flat((pen) => {
    pen.lineCap = 'round'
    // Brow, lid, white, iris, nostril, mouth.
    pen.strokeStyle = css(mix(sitter.hair, ink, 0.35), 0.92)
    pen.lineWidth = sitter.female ? 4 : 6
    pen.stroke(new Path2D(`M244 ${190 - sitter.brow * 0.2}Q${256} ${sitter.female ? 181 : 184} 271 ${188}`))
    pen.fillStyle = css(hex('#efe6da'), 0.95)
    pen.fill(new Path2D('M252 205C257 198 266 198 271 203C267 209 258 210 252 205Z'))
    pen.fillStyle = css(
      eyeTint ? named[eyeTint] : has('kin', 'undead', 'tiefling') ? stage.palette.accent : hex('#3c2a1c'),
    )
    pen.beginPath()
    pen.ellipse(265.5, 203, 4, 5, 0, 0, 7)
    pen.fill()
    pen.fillStyle = css([8, 6, 8])
    pen.beginPath()
    pen.ellipse(266.5, 203, 1.8, 3, 0, 0, 7)
    pen.fill()
    pen.fillStyle = css([255, 255, 255], 0.9)
    pen.fillRect(266, 200.4, 1.8, 1.8)
    pen.strokeStyle = css(ink, 0.9)
    pen.lineWidth = 2.6
    pen.stroke(new Path2D('M250 205C256 197 265 196.5 272 202'))
    pen.lineWidth = 1.4
    pen.strokeStyle = css(ink, 0.4)
    pen.stroke(new Path2D('M254 209Q261 212.5 268 209'))
    pen.strokeStyle = css(mix(sitter.skin, ink, 0.62), 0.8)
    pen.lineWidth = 2.4
    pen.stroke(new Path2D(`M272 230Q277 ${224 - sitter.nose * 0.1} 282 230`))
    pen.fillStyle = css(mix(sitter.skin, hex('#9a3038'), sitter.female ? 0.62 : 0.32), 0.85)
    pen.fill(
      new Path2D(
        'M262 250C270 245 279 243 285 246C282 249 280 250 279 250C282 252 284 256 281 259C274 259 267 255 262 250Z',
      ),
    )
    pen.strokeStyle = css(mix(sitter.skin, ink, 0.72), 0.85)
    pen.lineWidth = 1.8
    pen.stroke(new Path2D('M260 250.5Q270 250.5 280 250'))
    pen.strokeStyle = css(mix(sitter.skin, ink, 0.5), 0.5)
    pen.lineWidth = 2
    pen.stroke(new Path2D('M204 206C198 206 197 222 205 230'))
    if (sitter.old) {
      pen.lineWidth = 1.7
      for (const d of [
        'M276 232Q262 240 258 256',
        'M244 204Q238 206 234 202',
        'M245 209Q239 213 234 212',
        'M250 168Q258 165 266 168',
        'M248 159Q256 156 264 159',
        'M254 214Q261 218 268 215',
      ])
        pen.stroke(new Path2D(d))
    }
  })
  if (has('kin', 'undead') || has('feature', 'glow') || eyeTint)
    glowEye(flat, eyeTint ? named[eyeTint] : stage.palette.accent)
}

const glowEye = (flat: Tools['flat'], colour: Rgb): void => flat((pen) => glow(pen, 265, 203, 26, colour, 0.6))

const beard = ({ cast, sitter, hairGrain }: Tools): void => {
  if (!sitter.beard) return
  const foot = sitter.beard
  cast(
    `M204 232C206 262 228 268 258 256C272 250 284 256 286 266C294 300 284 ${foot - 20} 256 ${foot + 6}C232 ${foot - 14} 202 ${290 + (foot - 300) * 0.4} 197 238Z`,
    sitter.hair,
    26,
    stuffs.hair,
    hairGrain,
  )
  cast(
    'M250 246C262 238 278 236 290 246C284 256 266 258 250 246Z',
    mix(sitter.hair, [0, 0, 0], 0.12),
    6,
    stuffs.hair,
    hairGrain,
  )
}

const extras = ({ cast, flat, sitter, stage, ink, hairGrain }: Tools): void => {
  const { has, may } = stage
  const wears = (idea: string) => has('feature', idea) && may(idea)
  if (wears('moustache') && !sitter.beard)
    cast(
      'M248 246C262 236 280 234 294 248C300 254 296 262 288 256C276 254 262 258 248 246Z',
      sitter.hair,
      6,
      stuffs.hair,
      hairGrain,
    )
  if (wears('horn') || (has('kin', 'tiefling') && may('horn'))) {
    cast(
      'M222 128C214 92 176 70 132 82C108 90 98 112 110 132C112 110 136 98 164 108C184 116 194 126 200 142Z',
      hex('#4a3a34'),
      14,
      stuffs.bone,
      hairGrain,
    )
  }
  if (wears('tusk') || has('kin', 'orc'))
    cast('M268 254C266 244 270 236 276 230C278 240 277 248 276 254Z', hex('#efe4c8'), 4, stuffs.bone)
  if (wears('eyepatch'))
    flat((pen) => {
      pen.fillStyle = css(ink)
      pen.fill(new Path2D('M246 194C256 188 270 190 275 198C274 210 266 216 256 214C248 210 244 202 246 194Z'))
      pen.strokeStyle = css(ink)
      pen.lineWidth = 4
      pen.stroke(new Path2D('M274 194C262 170 220 150 166 176'))
    })
  if (wears('scar'))
    flat((pen) => {
      pen.strokeStyle = css(mix(sitter.skin, hex('#f0c8c0'), 0.6))
      pen.lineWidth = 3
      pen.stroke(new Path2D('M242 172L252 196M254 214L262 240'))
      pen.strokeStyle = css(mix(sitter.skin, hex('#7a2a2a'), 0.6), 0.7)
      pen.lineWidth = 1.4
      pen.stroke(new Path2D('M240 173L250 197M252 215L260 241'))
    })
  if (wears('paint'))
    flat((pen) => {
      pen.strokeStyle = css(stage.scene.colour[0] ? named[stage.scene.colour[0]] : named.blue, 0.8)
      pen.lineWidth = 6
      pen.stroke(new Path2D('M228 214L262 222M228 228L256 234M236 168L262 164'))
    })
  if (wears('glasses'))
    flat((pen) => {
      pen.strokeStyle = css(sitter.trim)
      pen.lineWidth = 2.6
      pen.beginPath()
      pen.ellipse(262, 205, 12, 14, 0, 0, 7)
      pen.moveTo(250, 203)
      pen.lineTo(206, 200)
      pen.stroke()
    })
  if (wears('mask'))
    cast(
      'M232 186C250 178 270 180 280 190C284 204 292 214 296 224C280 232 256 226 240 216C232 208 230 196 232 186ZM250 204C256 198 266 198 271 203C266 210 256 210 250 204Z',
      mix(sitter.cloth, hex('#17131a'), 0.6),
      10,
      stuffs.leather,
    )
  if (wears('earring')) cast('M199 242A6 6 0 1 0 211 242A6 6 0 1 0 199 242Z', sitter.trim, 4, stuffs.metal)
}
