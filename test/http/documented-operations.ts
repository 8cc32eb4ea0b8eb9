import { codesOf } from './contract.ts';

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  /** the schemas of what it answers when it is carried out */
  answers: unknown[];
  /** whether it is for those alone who come with a token */
  needsToken: boolean;
  /** the headers that it takes */
  headers: string[];
  /** a body that it takes; undefined: it takes none */
  body: unknown;
  /** the codes of the problems that it may answer with; the document has to be written out for them */
  refusals: string[];
}

export function operationsOf(document: any): DocumentedOperation[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) => {
    return Object.entries<any>(item).map(
      ([method, { operationId, security = [], parameters = [], requestBody, responses }]) => {
        const done = Object.entries<any>(responses).filter(([status]) => status.startsWith('2'));
        const answers = done.flatMap(([, { content = {} }]) => Object.values<any>(content).map(({ schema }) => schema));
        const headers = parameters.filter((each: any) => each.in === 'header').map(({ name }: any) => name);
        const [example] = Object.values<any>(requestBody?.content['application/json']?.examples ?? {});
        const refusals = Object.values<any>(responses).flatMap(codesOf);
        const needsToken = security.length > 0 && security.every((way: any) => 'token' in way);
        return { refusals, needsToken, id: operationId, method, path, answers, headers, body: example?.value };
      },
    );
  });
}
