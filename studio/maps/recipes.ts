/**
 * Furniture by the purpose of a room, the most characteristic first: a piece, its anchor after `@`, and a number after `*`,
 * or one per so many squares after `%`.
 */
const recipes: Readonly<Record<string, string>> = {
  // below ground
  tomb: 'coffin@rows*8 statue@end brazier@corner*2 torch@wall bone%24',
  antechamber: 'statue@wall*2 torch@wall*2 rubble%20 bench@wall',
  chapel: 'altar@end pew@rows*8 brazier@corner*2 statue@corner*2',
  ossuary: 'bone%5 shelf@wall*3 coffin@wall torch@wall',
  vault: 'chest@wall*3 statue@corner*2 chest@corner crate@corner torch@wall',
  embalming: 'table@centre shelf@wall*2 barrel@corner*2 tub@wall torch@wall blood%14',
  cell: 'bed@corner barrel@corner bone%16',
  shrine: 'altar@end brazier@corner*2 rug@centre torch@wall',
  summoning: 'circle@centre brazier@corner*4 lectern@wall shelf@wall*2 bone%20',
  cistern: 'pillar@pillars*12 grate@corner torch@wall*2',
  torture: 'cage@corner table@centre brazier@wall rack@wall blood%10 bone%20',
  guardroom: 'table@centre rack@wall bed@wall*2 barrel@corner torch@wall*2 crate@corner',
  storeroom: 'crate@corner*3 barrel@wall*4 sacks@wall*2 shelf@wall*2 lantern@wall',
  quarters: 'bed@wall*5 chest@wall*2 table@centre lantern@wall',
  cache: 'chest@wall*2 crate@corner bone%8 torch@wall',
  // caves
  cavern: 'rubble%14 boulder%30 bone%40 fire%70 mushroom%30',
  pool: 'mushroom%16 crystal%30 rubble%24',
  fungi: 'mushroom%5 crystal%30 boulder%40',
  lair: 'bone%8 rubble%14 chest blood%24 boulder%40 fire%60',
  crystals: 'crystal%7 rubble%16 boulder%40',
  den: 'fire@centre hay%14 crate*2 bone%16 chest sacks',
  bones: 'bone%4 rubble%12 web%20 boulder%40',
  mine: 'track%6 crate*2 cart rubble%9 lantern*2',
  // sewers
  pumps: 'cauldron@centre barrel@wall*3 wheel@wall grate@corner lantern@wall',
  nest: 'bone%5 web@corner*3 hay%9 rubble%10',
  tunnel: 'torch%38 rubble%46 bone%60 web%70',
  // keeps
  hall: 'throne@end rug@centre pillar@pillars*12 table@rows*4 fireplace@wall torch@wall*4',
  courtyard:
    'well@centre cart%140 hay@wall%90 barrel@wall%50 crate@wall%60 torch@wall*4 trough@wall stall@wall%160 rack@wall%120',
  kitchen: 'fireplace@wall counter@wall*3 table@centre barrel@corner*2 shelf@wall stove@wall sacks@corner',
  barracks: 'bed@wall*8 chest@wall*2 table@centre rack@wall torch@wall*2',
  armoury: 'rack@wall*6 crate@corner*2 anvil@any torch@wall',
  stable: 'hay%8 trough@wall*2 cart barrel@corner lantern@wall',
  bedchamber: 'bed@end rug@centre wardrobe@wall desk@wall chest@corner fireplace@wall lantern@corner',
  library: 'shelf@wall*6 desk@centre rug@centre shelf@rows*3 lectern@any lantern@wall*2',
  smithy: 'forge@wall anvil@centre barrel@corner rack@wall crate@corner cauldron@wall',
  tower: 'barrel@corner rack@wall torch@wall',
  gatehouse: 'brazier@corner*2 rack@wall',
  approach: '',
  // inns and houses
  common: 'bar@before fireplace@wall barrel@corner*3 round@rows*7 table@rows*3 bench@wall*2 lantern@wall*3',
  bedroom: 'bed@corner chest@wall wardrobe@wall rug@centre lantern@wall',
  private: 'table@centre fireplace@wall rug@centre lantern@corner*2 wardrobe@wall',
  office: 'desk@centre shelf@wall*2 chest@corner rug@centre lantern@wall',
  parlour: 'rug@centre table@centre fireplace@wall shelf@wall*2 desk@wall lantern@corner*2',
  alehouse: 'bar@before round@rows*4 barrel@corner*2 lantern@wall*2',
  bakery: 'stove@wall counter@wall*2 table@centre sacks@corner*2 shelf@wall',
  cottage: 'bed@corner table@centre fireplace@wall chest@wall barrel@corner',
  store: 'crate@corner*3 sacks@wall*3 barrel@wall*3 hay%14 lantern@wall',
  passage: 'torch%40',
  street: 'barrel*1 cart bush%60',
  green: 'stall*2 cart hay%200',
  // woods
  glade: 'log stone boulder%40 bush%18',
  camp: 'fire@centre tent*3 log*2 crate sacks',
  stones: 'stone@ring*9 altar@centre',
  pond: 'bush%10 boulder%18 log',
  fallen: 'log*3 boulder bush%14 mushroom%20',
  grave: 'gravestone@rows*9 statue bush%20',
  hut: 'barrel crate log bush%24',
  woods: 'boulder%70 bush%26 log%160',
  // ruins
  nave: 'altar@end pillar@pillars*12 pew@rows*4 rubble%9 bush%30',
  yard: 'well@centre rubble%10 bush%14 boulder%40',
  grounds: 'rubble%60 boulder%70 bush%40',
  // ships
  deck: 'wheel@end capstan cannon@wall*8 barrel*2 crate lantern*2',
  cabin: 'bed@corner desk@centre shelf@wall chest@corner rug@centre lantern@corner',
  forecastle: 'barrel*2 crate*2 hammock*2 lantern',
  hold: 'crate*4 barrel*5 sacks*3 lantern',
  galley: 'stove@wall counter@wall table@centre barrel*2 lantern',
  brig: 'cage*2 barrel bone%14',
  magazine: 'barrel*6 cannon crate*2',
}

export const recipeOf = (purpose: string): string => recipes[purpose] ?? ''
export const isPurpose = (purpose: string): boolean => Object.hasOwn(recipes, purpose)
