import { codesOf } from './contract.ts';

export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  answers: unknown[];
  needsToken: boolean;
  headers: string[];
  body: unknown;
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
