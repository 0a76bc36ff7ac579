import { createStore, useStore } from './store.ts'

/** Whether the service tells of changes as they happen; if not, lists are looked at again from time to time. */
export const isFollowed = createStore(false)

export const useIsFollowed = () => useStore(isFollowed)

/** How often lists are looked at again: seldom where changes are told of anyway. */
export const lookAgainMs = (seldomMs: number) => () => (isFollowed.get() ? seldomMs * 6 : seldomMs)
