const key = 'portico.tab'

/**
 * The name of this tab: the same after a reload, a new one after a crash. It is out of the tab's storage while its page
 * lives, because a browser that duplicates a tab copies its storage too.
 */
export const tab = taken() ?? crypto.randomUUID()

function taken(): string | undefined {
  try {
    const name = sessionStorage.getItem(key) ?? undefined
    sessionStorage.removeItem(key)
    return name
  } catch {
    return undefined
  }
}

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(key, tab)
  } catch {}
})
window.addEventListener('pageshow', ({ persisted }) => void (persisted && taken()))
