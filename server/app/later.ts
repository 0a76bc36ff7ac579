type Asked<Args extends unknown[], Result> = (...args: Args) => Promise<Result>

/** A function that is loaded when it is first called: what a start does not need costs it nothing. */
export function later<Args extends unknown[], Result>(
  load: () => Promise<Asked<Args, Result>>,
): Asked<Args, Result> {
  const loaded = once(load)
  return async (...args) => (await loaded())(...args)
}

/** The same of every method of a subject. */
export function laterSubject<Subject extends { [Name in keyof Subject]: Asked<never, unknown> }>(
  load: () => Promise<Subject>,
): Subject {
  const loaded = once(load)
  const methods = new Map<string, Asked<never, unknown>>()
  return new Proxy({} as Subject, {
    get(_, name) {
      // Whoever awaits it asks whether it is a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined
      const method =
        methods.get(name) ?? (async (...args: never) => (await loaded())[name as keyof Subject](...args))
      methods.set(name, method)
      return method
    },
  })
}

/** Loaded by the first who needs it, for all; after a failure, such as too many open files, by the next. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
