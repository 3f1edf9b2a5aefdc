/** Reports that a valid order cannot be carried out. The user reads its message. */
export class Refusal extends Error {}

const quoted = (words: string): string => (words.length > 80 ? `“${words.slice(0, 79)}…”` : `“${words}”`)

export const refusals = {
  nothingPainted: () => new Refusal('Nothing is painted. Paint over what should change, and try again.'),
  allPainted: () =>
    new Refusal('All of the picture is painted over, so nothing is left to fill it from. Leave some of it free.'),
  notUnderstood: (words: string) =>
    new Refusal(
      `The studio understood nothing of ${quoted(words)}. It can paint colours, times of day, weather, places and things, such as a tower, a ship, a wolf or a crown.`,
    ),
  notFound: (words: string) =>
    new Refusal(
      `The studio did not find ${quoted(words)} in this picture. Name a color, the sky or the ground, or leave the field empty for the main subject.`,
    ),
  noSubject: () => new Refusal('The studio found no main subject in this picture that stands out from its background.'),
  noColour: (words: string) =>
    new Refusal(`The studio found no color in ${quoted(words)}. Name one, such as crimson, teal or gold.`),
}
