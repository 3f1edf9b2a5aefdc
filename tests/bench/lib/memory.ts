import fs from 'node:fs/promises'

/** A process as Linux shows it; `pss` is bytes of its own and its share of what several have in memory. */
export interface Process {
  pid: number
  parent: number
  command: string
  pss: number
}

/** A process and all below it. Those that end meanwhile are left out. */
export async function processTree(root: number): Promise<Process[]> {
  const all = (await Promise.all((await fs.readdir('/proc')).filter(isPid).map(Number).map(read))).filter(
    (each) => each !== undefined,
  )
  const below = Map.groupBy(all, ({ parent }) => parent)
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...(below.get(pid) ?? []))
  return tree
}

const isPid = (name: string) => /^\d+$/.test(name)

async function read(pid: number): Promise<Process | undefined> {
  try {
    const [stat, command, memory] = await Promise.all(
      ['stat', 'cmdline', 'smaps_rollup'].map((file) => fs.readFile(`/proc/${pid}/${file}`, 'utf8')),
    )
    // The name in brackets may have spaces and brackets itself.
    const [, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    const pss = Number(/^Pss:\s+(\d+) kB/m.exec(memory ?? '')?.[1] ?? 0) * 1024
    return { pid, parent: Number(parent), command: command?.replaceAll('\0', ' ').trim() ?? '', pss }
  } catch {
    return undefined
  }
}
