/** The value of the first series of a metric whose labels include these, as Prometheus would read it; undefined when there is none. */
export const figure = (text: string, name: string, labels: Record<string, string> = {}): number | undefined => {
  const series = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const line = series.find((one) => wanted.every((pair) => one.includes(pair)))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1))
}
