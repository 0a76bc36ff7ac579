import { stored } from './kept.ts'

/** What a browser knows of the preferences of whoever used it last, for the first paint. */
export const copyKey = 'portico.preferences'
export type Copy = { memberId?: string | undefined; values: Record<string, unknown> }

export const keptCopy = () => stored<Copy>(copyKey, { values: {} })

/** Themes and densities are attributes of the page; `ui/tokens.css` does the rest. */
export function showAs({ theme = 'system', density = 'compact' }: { theme?: string; density?: string }) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  dataset.density = density
}
