import { keep, stored } from '../data/kept.ts'
import { ownKey } from '../data/own-key.ts'
import { preference } from '../data/preferences.ts'
import { session } from '../data/session.ts'
import { createStore, type Store, useStore } from '../data/store.ts'

/** A setting of the reader that the service keeps for the person. */
export const remembered = <Value>(name: string, usual: Value) => preference(`reading.${name}`, usual)

/** A value that this browser keeps for the person between visits. */
export function onThisDevice<Value>(name: string, usual: Value): Store<Value> & { use(): Value } {
  const key = () => ownKey(`reading.${name}`)
  let currentKey = key()
  const store = createStore<Value>(stored(currentKey, usual))
  session.subscribe(() => {
    if (currentKey === key()) return
    currentKey = key()
    store.set(stored(currentKey, usual))
  })
  return {
    ...store,
    set(value) {
      store.set(value)
      keep(currentKey, value)
    },
    use: () => useStore(store),
  }
}
