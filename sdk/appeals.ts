import { contentOf } from './content.ts'
import { path } from './path.ts'
import type { Portico } from './portico.ts'
import type { Transport } from './transport.ts'
import type { AppealDetail, AppealList, SearchResult } from './types.ts'

export function appealsOver(transport: Transport): Portico['appeals'] {
  return {
    async list(options) {
      const { appeals } = await transport.json<AppealList>({ method: 'GET', path: '/appeals', options })
      return appeals
    },
    async get(appealId, options) {
      return transport.json<AppealDetail>({ method: 'GET', path: path`/appeals/${appealId}`, options })
    },
    async file(appealId, { format, annotations, ...options } = {}) {
      const { response, limit } = await transport.open({
        method: 'GET',
        path: path`/appeals/${appealId}/file`,
        query: { format, annotations },
        headers: { accept: '*/*' },
        options,
      })
      return contentOf(response, limit)
    },
  }
}

export function searchOver(transport: Transport): Portico['search'] {
  return async (appealId, query, options) =>
    transport.json<SearchResult>({
      method: 'GET',
      path: path`/appeals/${appealId}/search`,
      query: { q: query },
      options,
    })
}
