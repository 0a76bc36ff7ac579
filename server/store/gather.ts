/**
 * Batches the requests of one turn of the event loop, up to a limit. A single request is not delayed beyond the end of its
 * turn.
 */
export function gather<Request, Answer>(
  answerAll: (requests: readonly Request[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  limit = Number.POSITIVE_INFINITY,
): (requests: Request) => Promise<Answer> {
  let gathering: { asked: Request[]; answers: ReturnType<typeof answerAll> } | undefined

  const begin = () => {
    const requests: Request[] = []
    const turn = new Promise<void>((ends) => setImmediate(ends))
    const answers = turn.then(() => {
      if (gathering?.asked === requests) gathering = undefined
      return answerAll(requests)
    })
    return { asked: requests, answers }
  }

  return async (request) => {
    if (!gathering || gathering.asked.length >= limit) gathering = begin()
    const { asked: requests, answers } = gathering
    const place = requests.push(request) - 1
    return (await answers)[place] as Answer | Promise<Answer>
  }
}
