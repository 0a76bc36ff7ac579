/**
 * Gathers what is asked for in one turn of the event loop, at most so many, to be done together. Where something is asked
 * for alone it is done as soon as the turn ends: nothing waits for others to come.
 */
export function gather<Asked, Answer>(
  together: (asked: readonly Asked[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  most = Number.POSITIVE_INFINITY,
): (asked: Asked) => Promise<Answer> {
  let gathering: { asked: Asked[]; answers: ReturnType<typeof together> } | undefined

  const begin = () => {
    const asked: Asked[] = []
    const turn = new Promise<void>((ends) => setImmediate(ends))
    const answers = turn.then(() => {
      if (gathering?.asked === asked) gathering = undefined
      return together(asked)
    })
    return { asked, answers }
  }

  return async (one) => {
    if (!gathering || gathering.asked.length >= most) gathering = begin()
    const { asked, answers } = gathering
    const place = asked.push(one) - 1
    return (await answers)[place] as Answer | Promise<Answer>
  }
}
