import { hex } from '../colour.ts'
import type { Sitter } from '../likeness/sitter.ts'
import type { GearName } from './gear.ts'
import type { ArmName, StanceName } from './poses.ts'
import type { Wardrobe } from './wardrobe.ts'

export type Setting = 'cobbles' | 'earth' | 'flags' | 'planks' | 'rock'

/** Posture, clothes and equipment of people of a trade. */
export interface Trade {
  /** Words that name the trade; `tradeOfIdea` assigns trades to people with other words by the studio's lexicon. */
  words: string
  wear: Partial<Wardrobe> & Pick<Wardrobe, 'top'>
  hat: Sitter['hat'] | null
  /** Left hand, right hand. */
  gear: readonly [GearName | null, GearName | null]
  arms: readonly [ArmName, ArmName]
  twoHanded?: true
  stance: StanceName
  setting: Setting
  /** Object next to the figure on the base. */
  prop?: 'anvil' | 'barrel' | 'skull' | 'mushrooms' | 'rock' | 'books' | 'stump'
}

export const trades = {
  knight: {
    words: 'knight paladin crusader cavalier templar champion hero',
    wear: { top: 'plate', legs: 'plate', tabard: true, gloves: true, cloak: true },
    hat: 'helm',
    gear: ['shield', 'sword'],
    arms: ['shielded', 'raised'],
    stance: 'proud',
    setting: 'flags',
  },
  guard: {
    words:
      'guard soldier watchman sentinel warrior mercenary fighter sheriff squire sergeant gladiator captain guardian infantry',
    wear: { top: 'mail', tabard: true, gloves: true, belt: true },
    hat: 'helm',
    gear: ['shield', 'spear'],
    arms: ['shielded', 'planted'],
    stance: 'proud',
    setting: 'cobbles',
  },
  wizard: {
    words: 'wizard mage sorcerer archmage magician alchemist sage seer astrologer conjurer necromancer scholar warlock',
    wear: { top: 'robe', sleeves: 'wide', belt: true },
    hat: 'hat',
    gear: ['flame', 'staff'],
    arms: ['offered', 'planted'],
    stance: 'calm',
    setting: 'flags',
    prop: 'books',
  },
  witch: {
    words: 'witch hag crone sorceress enchantress hexer',
    wear: { top: 'dress', sleeves: 'wide', belt: true, cloak: true },
    hat: 'hat',
    gear: ['potion', 'crook'],
    arms: ['offered', 'planted'],
    stance: 'calm',
    setting: 'earth',
    prop: 'mushrooms',
  },
  rogue: {
    words: 'rogue thief assassin spy cutpurse bandit outlaw smuggler burglar highwayman',
    wear: { top: 'leather', cloak: true, belt: true, gloves: true },
    hat: 'hood',
    gear: ['dagger', 'dagger'],
    arms: ['ready', 'low'],
    stance: 'crouched',
    setting: 'cobbles',
  },
  ranger: {
    words: 'ranger hunter scout archer huntress bowman tracker',
    wear: { top: 'leather', cloak: true, belt: true, gloves: true },
    hat: 'hood',
    gear: ['bow', null],
    arms: ['drawn', 'akimbo'],
    stance: 'ready',
    setting: 'earth',
    prop: 'stump',
  },
  priest: {
    words: 'priest cleric bishop abbot abbess nun acolyte prior prophet priestess healer chaplain',
    wear: { top: 'robe', sleeves: 'wide', tabard: true, belt: false },
    hat: null,
    gear: ['book', 'mace'],
    arms: ['offered', 'ready'],
    stance: 'calm',
    setting: 'flags',
  },
  monk: {
    words: 'monk friar hermit pilgrim cultist brawler',
    wear: { top: 'tunic', legs: 'wrapped', sleeves: 'none', belt: true },
    hat: null,
    gear: [null, 'quarterstaff'],
    arms: ['blessing', 'planted'],
    stance: 'ready',
    setting: 'flags',
  },
  barbarian: {
    words: 'barbarian viking berserker chieftain raider tribal nomad warlord',
    wear: { top: 'bare', legs: 'trousers', sleeves: 'none', fur: true, belt: true },
    hat: null,
    gear: [null, 'greataxe'],
    arms: ['ready', 'ready'],
    twoHanded: true,
    stance: 'ready',
    setting: 'rock',
    prop: 'skull',
  },
  bard: {
    words: 'bard minstrel jester poet singer fiddler troubadour musician',
    wear: { top: 'doublet', sleeves: 'puffed', belt: true },
    hat: 'cap',
    gear: [null, 'lute'],
    arms: ['ready', 'ready'],
    twoHanded: true,
    stance: 'calm',
    setting: 'cobbles',
  },
  druid: {
    words: 'druid shaman wildling herbalist',
    wear: { top: 'robe', sleeves: 'wide', belt: true, fur: true },
    hat: null,
    gear: [null, 'crook'],
    arms: ['blessing', 'planted'],
    stance: 'calm',
    setting: 'earth',
    prop: 'mushrooms',
  },
  noble: {
    words:
      'noble lord lady duke duchess count countess baron baroness prince princess aristocrat courtier ambassador magistrate mayor merchant',
    wear: { top: 'doublet', sleeves: 'puffed', cloak: true, belt: true },
    hat: null,
    gear: ['goblet', null],
    arms: ['offered', 'akimbo'],
    stance: 'proud',
    setting: 'flags',
  },
  ruler: {
    words: 'king queen emperor empress monarch ruler tyrant sovereign regent pharaoh sultan',
    wear: { top: 'robe', sleeves: 'wide', cloak: true, fur: true },
    hat: 'crown',
    gear: [null, 'sceptre'],
    arms: ['akimbo', 'ready'],
    stance: 'proud',
    setting: 'flags',
  },
  sailor: {
    words: 'sailor pirate admiral corsair buccaneer mariner fisherman boatman ferryman',
    wear: { top: 'coat', belt: true },
    hat: 'tricorn',
    gear: ['lantern', 'cutlass'],
    arms: ['offered', 'ready'],
    stance: 'proud',
    setting: 'planks',
    prop: 'barrel',
  },
  smith: {
    words: 'blacksmith smith armourer armorer weaponsmith carpenter mason tinker',
    wear: { top: 'tunic', apron: true, sleeves: 'none', gloves: true },
    hat: null,
    gear: [null, 'hammer'],
    arms: ['akimbo', 'ready'],
    stance: 'proud',
    setting: 'cobbles',
    prop: 'anvil',
  },
  innkeeper: {
    words:
      'innkeeper barkeep bartender brewer cook baker servant barmaid miller villager peasant commoner farmer townsman townswoman',
    wear: { top: 'tunic', apron: true, sleeves: 'tight' },
    hat: null,
    gear: ['tankard', null],
    arms: ['offered', 'akimbo'],
    stance: 'calm',
    setting: 'planks',
    prop: 'barrel',
  },
} satisfies Record<string, Trade>

export type TradeName = keyof typeof trades

export const plainWear: Omit<Wardrobe, 'top' | 'skin' | 'cloth' | 'second' | 'trim' | 'metal' | 'female'> = {
  legs: 'trousers',
  cloak: false,
  tabard: false,
  apron: false,
  fur: false,
  belt: false,
  gloves: false,
  boots: hex('#4a3020'),
  trousers: hex('#5a5044'),
  leather: hex('#6a4426'),
  sleeves: 'tight',
}
