import Type from 'typebox'
import * as custody from '../custody.ts'
import { done, json, ofCase, type Route, write } from '../route.ts'

const ofHold = Type.Object({ ...ofCase.properties, holdId: Type.String() })

/** How cases are kept: legal holds, sensitivity, retention, purging. */
export const custodyRoutes = {
  setSensitivity: {
    method: 'PUT',
    path: '/cases/{id}/sensitivity',
    tag: 'Administration',
    summary: 'Say who may see the case: only members cleared for its sensitivity',
    params: ofCase,
    body: custody.SetSensitivity,
    answers: { 200: json('As it is now', custody.Sensitivity) },
    errors: write,
  },
  listLegalHolds: {
    method: 'GET',
    path: '/cases/{id}/legal-holds',
    tag: 'Administration',
    summary: 'The legal holds on a case, also those that were lifted',
    params: ofCase,
    answers: { 200: json('The holds', custody.LegalHoldList) },
    errors: [401, 403, 404],
  },
  placeLegalHold: {
    method: 'POST',
    path: '/cases/{id}/legal-holds',
    tag: 'Administration',
    summary: 'Hold a case: it is not purged until the hold is lifted',
    params: ofCase,
    body: custody.WithReason,
    answers: { 201: json('The hold', custody.LegalHoldDetail) },
    errors: write,
  },
  liftLegalHold: {
    method: 'POST',
    path: '/cases/{id}/legal-holds/{holdId}/lift',
    tag: 'Administration',
    summary: 'Lift a legal hold; one that was lifted stays as it is',
    params: ofHold,
    body: custody.WithReason,
    answers: { 204: done },
    errors: write,
  },
  listDueCases: {
    method: 'GET',
    path: '/retention/due',
    tag: 'Administration',
    summary: 'Closed cases whose time to be kept is over',
    query: custody.PageQuery,
    answers: { 200: json('A page of them', custody.DuePage) },
    errors: [400, 401, 403],
  },
  purgeCase: {
    method: 'POST',
    path: '/cases/{id}/purge',
    tag: 'Administration',
    summary: 'Erase a closed case for good: its payloads, its text, its files',
    description:
      'What is left is a tombstone and the chain of its events, which still proves that none was exchanged. Bytes that another case names stay. Some minutes later the bytes are gone from the store, and from every machine.',
    params: ofCase,
    body: custody.Purge,
    answers: { 200: json('What is left', custody.TombstoneDetail) },
    errors: write,
  },
  getTombstone: {
    method: 'GET',
    path: '/cases/{id}/tombstone',
    tag: 'Administration',
    summary: 'Who purged a case, when, and by which rule',
    params: ofCase,
    answers: { 200: json('The tombstone', custody.TombstoneDetail) },
    errors: [401, 403, 404],
  },
  listTombstones: {
    method: 'GET',
    path: '/tombstones',
    tag: 'Administration',
    summary: 'Cases that were purged, the last first',
    query: custody.PageQuery,
    answers: { 200: json('A page of tombstones', custody.TombstonePage) },
    errors: [400, 401, 403],
  },
} as const satisfies Record<string, Route>
