import { isBlank, isOperatorAlone } from '../search/query.ts'
import { HttpRefusal } from './errors.ts'

export function refuseEmptySearch(q: string) {
  if (isBlank(q)) throw new HttpRefusal(400, 'The query q must not be blank.')
  if (isOperatorAlone(q)) {
    throw new HttpRefusal(
      400,
      `The query q has only an operator (${q.trim().slice(0, 40)}): add a word, or search for OR itself as "OR".`,
    )
  }
}
