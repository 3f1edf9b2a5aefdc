import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'

/** How to start a Chromium: `executablePath` absent means Playwright's own. */
export interface Browser {
  executablePath?: string
  args: string[]
  env?: Record<string, string>
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Painted by the processor. Where there is no graphics card, a software one in its place takes more time than the app, and stands
 * still for ten seconds at times when a page is left. What needs WebGL has to ask for it (`--enable-unsafe-swiftshader`).
 */
const args = ['--disable-gpu']

/** The first there is of: `CHROMIUM_PATH`, Playwright's own, the system's, on Linux the one that npm brought. */
export const findBrowser = async (): Promise<Browser> => {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
    return { executablePath: named, args }
  }
  if (existsSync(chromium.executablePath())) return { args }
  const system = [...systemPaths(), ...macPaths].find(existsSync)
  if (system) return { executablePath: system, args }
  if (process.platform === 'linux') return unpacked()
  throw new Error('No Chromium was found: install Chrome, or set CHROMIUM_PATH')
}

const systemPaths = () =>
  (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => systemNames.map((name) => path.join(folder, name)))

/**
 * The package takes the machine for AWS Lambda only if told so, and then brings its own system libraries too. It reuses
 * whatever copy lies in the temporary folder, so the folder's name has the version, and whose it is: a program that somebody else put
 * there is not run.
 */
const unpacked = async (): Promise<Browser> => {
  const { version } = JSON.parse(
    await fs.readFile(new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  const { uid } = os.userInfo()
  const folder = path.join(os.tmpdir(), `loreloom-chromium-${uid}-${version}`)
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await fs.stat(folder)).uid !== uid) throw new Error(`${folder} belongs to another user: remove it.`)
  const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV }
  process.env.TMPDIR = folder
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const executablePath = await packed.executablePath()
    const libraries = process.env.LD_LIBRARY_PATH
    const fonts = { FONTCONFIG_FILE: await fontSettings(folder) }
    const env = { ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}), ...fonts }
    return { executablePath, args: [...packed.args.filter(isHarmless), ...args], env }
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Its own font settings name folders of a Lambda; without any font it ends itself at the first search or date field. */
const fontSettings = async (folder: string): Promise<string> => {
  const file = path.join(folder, 'fonts.conf')
  const dirs = [path.join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`)
  const cache = `<cachedir>${path.join(folder, 'font-cache')}</cachedir>`
  await fs.writeFile(file, `<?xml version="1.0"?>\n<fontconfig>${dirs.join('')}${cache}</fontconfig>\n`)
  return file
}

/** Its arguments are for a Lambda: these would turn off what tests are about, or bring a graphics card in software. */
const isHarmless = (argument: string) =>
  !/^--(headless|single-process|no-zygote|disable-web-security|allow-running-insecure-content|user-agent|window-size|start-maximized|disable-features|hide-scrollbars|use-gl|use-angle|ignore-gpu-blocklist|enable-unsafe-swiftshader)/.test(
    argument,
  )
