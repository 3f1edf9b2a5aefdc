// Runs before the first paint, so that a page never flashes in the other theme. A file, because the CSP allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('loreloom.scheme')
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }
  const scheme =
    chosen === 'light' || chosen === 'dark'
      ? chosen
      : matchMedia('(prefers-color-scheme: light)').matches
        ? 'light'
        : 'dark'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
