/** What each model of the embedded studio draws to show itself: three pictures, one in each standing style. */
export const samplePrompts: Readonly<Record<string, readonly { prompt: string; stylePreset: string }[]>> = {
  'studio-vista': [
    {
      prompt: 'A stony coast at golden dusk with a lone lighthouse, calm sea and long clouds',
      stylePreset: 'fantasy-art',
    },
    {
      prompt: 'Snowy mountains above a pine forest on a clear blue morning, a winding river',
      stylePreset: 'digital-art',
    },
    { prompt: 'Desert dunes under a huge moon at night, two distant ruins', stylePreset: 'comic-book' },
  ],
  'studio-settlement': [
    {
      prompt: 'A harbour town of timber houses at dusk, lanterns lit, a bridge over the canal',
      stylePreset: 'fantasy-art',
    },
    { prompt: 'A ruined chapel on a hill in morning mist, broken tower, ivy', stylePreset: 'digital-art' },
    { prompt: 'A walled city with a tall keep by night, windows lit, storm clouds', stylePreset: 'comic-book' },
  ],
  'studio-likeness': [
    { prompt: 'A hooded witch with red hair, cold moonlight', stylePreset: 'fantasy-art' },
    { prompt: 'An old bearded guard in a steel helmet, warm torchlight', stylePreset: 'digital-art' },
    { prompt: 'A grey wolf in silhouette before a full moon', stylePreset: 'comic-book' },
  ],
  'studio-blazon': [
    { prompt: 'A golden lion on a blue shield, quartered with silver stars, noble house', stylePreset: 'fantasy-art' },
    { prompt: 'A white tower on a red shield with a black chevron, city guild', stylePreset: 'digital-art' },
    { prompt: 'A green dragon on gold with a crown above, royal banner', stylePreset: 'comic-book' },
  ],
  'studio-still-life': [
    { prompt: 'A bronze bell on an oak table, candlelight from the left', stylePreset: 'fantasy-art' },
    { prompt: 'A glowing blue potion beside an open book', stylePreset: 'digital-art' },
    { prompt: 'A jewelled sword on velvet, dramatic light', stylePreset: 'comic-book' },
  ],
  'studio-dungeon': [
    { prompt: 'A crypt of stone rooms and corridors with pillars and a flooded hall', stylePreset: 'fantasy-art' },
    { prompt: 'A sewer with wide channels of water, bridges and iron doors', stylePreset: 'digital-art' },
    { prompt: 'A mine with rough tunnels, rubble and stairs down', stylePreset: 'comic-book' },
  ],
  'studio-wilderness': [
    { prompt: 'A forest crossroads with a river crossing, a wooden bridge and a campfire', stylePreset: 'fantasy-art' },
    { prompt: 'A rocky coast with a path along the cliff and a wrecked boat', stylePreset: 'digital-art' },
    { prompt: 'An autumn camp in a clearing, tents, rocks and a stream', stylePreset: 'comic-book' },
  ],
  'studio-interior': [
    { prompt: 'A tavern with patrons at the tables, a roaring fire and barrels', stylePreset: 'fantasy-art' },
    { prompt: 'A great hall with red banners and a throne, courtiers, torches', stylePreset: 'digital-art' },
    { prompt: 'An old library by lantern light, a ladder at the shelves', stylePreset: 'comic-book' },
  ],
  'studio-handout': [
    {
      prompt: 'Wanted poster for Black Tam, an old bearded pirate with an eyepatch, reward 500 gold crowns',
      stylePreset: 'fantasy-art',
    },
    { prompt: 'A scrap of a treasure map, torn and burnt, "The Drowned Bell"', stylePreset: 'digital-art' },
    {
      prompt:
        'A sealed letter from Aldous Finch: "Meet me at the old mill at midnight. Come alone, and bring the key."',
      stylePreset: 'comic-book',
    },
  ],
}
