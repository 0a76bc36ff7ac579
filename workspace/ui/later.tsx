import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Failed<Props> = ComponentType<Props & { error: unknown; retry: () => void }>

/**
 * A part that is fetched when it is first shown. Where it cannot be fetched, all around it stays as it is, and `Failed`
 * says so in its place.
 */
export function later<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  Failed?: Failed<Props>,
) {
  let part: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => part)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (part) return
      fetchPart().then(
        (found) => {
          part = found
          setPart(() => found)
        },
        (error) => setFailure({ error }),
      )
    }, [])
    if (Part) return <Part {...props} />
    return failure && Failed ? <Failed {...props} error={failure.error} retry={loadPageAnew} /> : waiting
  }
}

/** A browser never fetches a module again that it could not fetch. Where the service does not answer, the page stays. */
function loadPageAnew() {
  fetch('/healthz', { cache: 'no-store' }).then(
    () => location.reload(),
    () => {},
  )
}
