type Asked<Args extends unknown[], Result> = (...args: Args) => Promise<Result>

/** A function that is loaded when it is first called: what a start does not need costs it nothing. */
export function later<Args extends unknown[], Result>(
  load: () => Promise<Asked<Args, Result>>,
): Asked<Args, Result> {
  let loaded: Promise<Asked<Args, Result>> | undefined
  return async (...args) => {
    loaded ??= load()
    return (await loaded)(...args)
  }
}

/** The same of some functions that belong together. */
export function laterMethods<Methods extends { [Name in keyof Methods]: Asked<never, unknown> }>(
  names: readonly (keyof Methods)[],
  load: () => Promise<Methods>,
): Methods {
  let loaded: Promise<Methods> | undefined
  const methods = names.map((name) => [
    name,
    async (...args: never) => {
      loaded ??= load()
      return (await loaded)[name](...args)
    },
  ])
  return Object.fromEntries(methods) as Methods
}

/** The same of all that a subject offers, where nobody takes it apart. */
export function laterSubject<Subject extends { [Name in keyof Subject]: Asked<never, unknown> }>(
  load: () => Promise<Subject>,
): Subject {
  let loaded: Promise<Subject> | undefined
  const methods = new Map<string, Asked<never, unknown>>()
  return new Proxy({} as Subject, {
    get(_, name) {
      // Whoever awaits it asks whether it is a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined
      const method = methods.get(name) ?? called(name)
      methods.set(name, method)
      return method
    },
  })

  function called(name: string): Asked<never, unknown> {
    return async (...args) => {
      loaded ??= load()
      return (await loaded)[name as keyof Subject](...args)
    }
  }
}
