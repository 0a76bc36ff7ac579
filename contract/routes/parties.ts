import Type from 'typebox'
import { EventPage } from '../events.ts'
import * as parties from '../parties.ts'
import { done, json, ofCase, type Route, write } from '../route.ts'

const ofParty = Type.Object({ ...ofCase.properties, partyId: parties.PartyId })

export const partyRoutes = {
  listParties: {
    method: 'GET',
    path: '/cases/{id}/parties',
    tag: 'Parties',
    summary: 'Whom the case concerns, in the order they were recorded',
    params: ofCase,
    answers: { 200: json('The parties', parties.PartyList) },
    errors: [401, 403, 404],
  },
  getParty: {
    method: 'GET',
    path: '/cases/{id}/parties/{partyId}',
    tag: 'Parties',
    summary: 'One party; a record that was merged says into which',
    params: ofParty,
    answers: { 200: json('The party', parties.PartyDetail) },
    errors: [400, 401, 403, 404],
  },
  writeParty: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}',
    tag: 'Parties',
    summary: 'Write the whole record of a party; later writes overwrite it',
    description:
      'The id names the same party on every case: who they are and how they are reached spreads to the others in the background, as an event on each; the role does not. A new record of somebody known need not repeat dates, aliases or contact details.',
    params: ofParty,
    body: parties.NewParty,
    answers: {
      200: json('The record is overwritten', parties.PartyDetail),
      201: json('The party is new on this case', parties.PartyDetail),
    },
    errors: write,
  },
  removeParty: {
    method: 'DELETE',
    path: '/cases/{id}/parties/{partyId}',
    tag: 'Parties',
    summary: 'Take a party out of this case; its history stays',
    params: ofParty,
    query: parties.RemovalQuery,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 409, 422],
  },
  listPartyHistory: {
    method: 'GET',
    path: '/cases/{id}/parties/{partyId}/history',
    tag: 'Parties',
    summary: 'What happened to the record of a party, the first event first',
    params: ofParty,
    query: parties.HistoryQuery,
    answers: { 200: json('The events', EventPage) },
    errors: [400, 401, 403, 404],
  },
  setRepresentation: {
    method: 'PUT',
    path: '/cases/{id}/parties/{partyId}/representation',
    tag: 'Parties',
    summary: 'Say who represents a party, by which power of attorney',
    description:
      'The representative is a party of the case too. It holds on every case of the party, and the members who sign in for the representative see those cases while it is in force.',
    params: ofParty,
    body: parties.NewRepresentation,
    answers: { 200: json('The party', parties.PartyDetail) },
    errors: write,
  },
  revokeRepresentation: {
    method: 'DELETE',
    path: '/cases/{id}/parties/{partyId}/representation',
    tag: 'Parties',
    summary: 'Take a power of attorney back, on every case of the party',
    params: ofParty,
    query: parties.RevocationQuery,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 409, 422],
  },
  mergeParty: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}/merge',
    tag: 'Parties',
    summary: 'Merge a record into another one of the same person, on every case that has it',
    params: ofParty,
    body: parties.MergeParty,
    answers: { 200: json('The party that stays', parties.PartyDetail) },
    errors: write,
  },
} as const satisfies Record<string, Route>
