/** Work on one thing is done one after the other: in this process none finds that another has overtaken it. */
export function takeTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(id)
    const turn = before ? before.then(work, work) : work()
    last.set(id, turn)
    try {
      return await turn
    } finally {
      if (last.get(id) === turn) last.delete(id)
    }
  }
}
