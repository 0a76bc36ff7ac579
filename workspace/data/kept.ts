/** Values in the browser's own storage. A full or forbidden storage loses the memory of the browser, not the work. */
export function stored<Value>(key: string, usual: Value): Value {
  try {
    const text = localStorage.getItem(key)
    return text === null ? usual : (JSON.parse(text) as Value)
  } catch {
    return usual
  }
}

export function keep(key: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
