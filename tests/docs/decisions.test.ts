import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.join(import.meta.dirname, '../../docs/decisions')
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8')

test('the index lists each decision record once, with its title', () => {
  const rows = [...read('README.md').matchAll(/^\| (\d+) \| \[(.+?)\]\((\S+?)\) \|/gm)].map(
    ([, number, title, file]) => `${file}: # ${number}. ${title}`,
  )
  const records = fs.readdirSync(folder).filter((file) => file !== 'README.md')
  expect(rows.toSorted()).toEqual(records.map((file) => `${file}: ${read(file).split('\n', 1)[0]}`).toSorted())
})
