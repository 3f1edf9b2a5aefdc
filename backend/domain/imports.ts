import type { Refusals } from './decider.ts'

export const importRefusals = {
  import_not_found: [404, 'This import is over, or older than a day. Please choose the file again.'],
  import_begun: [409, 'This import has begun already. You can stop it where its progress is shown.'],
  kanka_markdown: [
    422,
    'This is Kanka’s Markdown export, which leaves out what is hidden from whom. Please export the campaign as JSON and choose that zip.',
  ],
  world_anvil_html: [
    422,
    'This is World Anvil’s export as HTML, which leaves out what is hidden from whom. Please export the world as JSON and choose that zip.',
  ],
  foundry_database: [
    422,
    ({ database }) =>
      `The database of the ${database} is damaged, or files of it are missing. Please close the world in Foundry VTT, zip the whole folder of the world or module again and retry. If that does not help, choose “Export Data” in the menu of each journal entry, put the files into one zip, and choose that.`,
  ],
  json_unknown: [
    422,
    'This file is no export of a world that we can read. Exports of LegendKeeper end in .lk, and journal entries of Foundry VTT in .json; of other products, please choose the zip.',
  ],
  archive_broken: [422, 'This file is not a whole zip. Please make the zip again and retry.'],
  archive_encrypted: [422, 'This zip is encrypted. Please make it again without a password.'],
  archive_unsafe: [422, 'This zip holds a path that no folder can have. Please zip the folder again and retry.'],
  archive_bomb: [422, 'This zip unpacks to far more than it seems. Please zip only your pages and their pictures.'],
  archive_too_many: [
    422,
    ({ entries, most }) =>
      `This zip holds ${Number(entries).toLocaleString('en')} files. At most ${Number(most).toLocaleString('en')} can be imported at once. Please split it.`,
  ],
  archive_too_large: [
    422,
    ({ megabytes }) =>
      `The pages and pictures in this zip take more than ${megabytes} MB. Please import them in several zips.`,
  ],
  archive_without_pages: [
    422,
    ({ pictures }) =>
      Number(pictures) > 0
        ? `There are ${Number(pictures).toLocaleString('en')} pictures and no .md file in this zip. Is it the folder of attachments? Please zip the folder above it.`
        : 'There is no .md file in this zip. Please zip the folder that holds your pages.',
  ],
} as const satisfies Refusals
