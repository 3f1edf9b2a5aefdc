/** Name, system and texts of the demo campaign. */
export const campaign = {
  name: 'The Drowned Bells',
  rpgSystemCode: 'D&D',
  description: `A harbour city lies lower than its sea. Seven bells were hung to tell the water where to stand, and five still ring.

A campaign of salt, patience and small kindnesses for three characters of the first to the sixth level: a cleric with a handbell, a smuggler's son and a locksmith who cannot leave a clock alone.`,
  welcomeMessage: `Come in, wipe your feet, hang your coat where it can drip.

We play on Saturdays at seven, and stop when a bell rings. Start with the page "Welcome to Orison", make a page for your character under People › The Party, and write down whatever you find out: somebody will need it. What you see here, the others see too; what is meant for your DM alone can be hidden on the page itself.

If anything at all waves at you, do not wave back.`,
}
