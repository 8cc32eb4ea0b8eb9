import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseUrlError, hostsIn } from '../../src/store/primary.ts';

describe('the hosts of a database’s URL', () => {
  it.each([
    ['postgresql://u:p@a:1,b:2,c/db?target_session_attrs=read-write', ['a:1', 'b:2', 'c:5432']],
    ['postgres://u:p,q@a,b/db?sslmode=disable&target_session_attrs=primary', ['a:5432', 'b:5432']],
    ['postgresql://u:p@[::1]:5433,[2001:db8::2]/db', ['[::1]:5433', '[2001:db8::2]:5432']],
    ['postgresql://u:p@a/db', ['a:5432']],
    ['postgresql://u@/db?host=/run/postgresql', ['/run/postgresql:5432']],
  ])('of %s are named without its secrets', (url, names) => {
    expect(hostsIn(url).map(({ name }) => name)).toEqual(names);
  });

  it('each keep user, password, database and parameters, except those about all hosts', () => {
    expect(hostsIn('postgresql://u:p%40@a:1,b/db?sslmode=disable&target_session_attrs=read-write')).toEqual([
      { name: 'a:1', url: 'postgresql://u:p%40@a:1/db?sslmode=disable' },
      { name: 'b:5432', url: 'postgresql://u:p%40@b:5432/db?sslmode=disable' },
    ]);
    const single = 'postgresql://u:p@a/db?application_name=x';
    expect(hostsIn(single)).toEqual([{ name: 'a:5432', url: single }]);
  });

  it.each(['prefer', 'require', 'verify-ca'])('verify the certificate with sslmode=%s, without a warning', (mode) => {
    const warned: string[] = [];
    const listen = (warning: string | Error) => warned.push(String(warning));
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(listen);
    onTestFinished(() => emit.mockRestore());
    const url = 'postgresql://u:p@a/db?sslmode=verify-full&x=1';
    expect(hostsIn(`postgresql://u:p@a/db?sslmode=${mode}&x=1`)).toEqual([{ name: 'a:5432', url }]);
    expect(warned).toEqual([]);
  });

  it.each([
    ['postgresql://u:secret@a,,b/db', 'has an invalid host or port'],
    ['postgresql://u:secret@a:1,b:/db', 'has an invalid host or port'],
    ['postgresql://u:secret@a:70000,b/db', 'has an invalid host or port'],
    ['postgresql://u:secret@::1,b/db', 'has an invalid host or port'],
    ['postgresql://u:sec,ret/more@a:1,b/db', 'percent-encode'],
    ['postgresql://u:sec#ret@a:1,b/db', 'percent-encode'],
    ['postgresql://u:secret%@a:b/db', 'percent-encode'],
    ['postgresql://u:secret@a,b/db?target_session_attrs=standby', 'must lead to a server that accepts writes'],
    ['postgresql://u:secret@a/db?target_session_attrs=any', 'must lead to a server that accepts writes'],
    ['postgresql://u:secret@/db?host=a,b&port=1,2', 'has hosts in its parameters'],
    ['postgresql://u:secret@a,b/db?port=5433', 'has hosts in its parameters'],
    ['postgresql://u:secret@a/db?sslmode=require&schema=house', 'has the parameter schema, which has no effect here'],
    ['postgresql://u:secret@a/db?connection_limit=5', 'has the parameter connection_limit'],
    [
      'postgresql://u:secret@a/db?sslmode=bogus',
      'has an unknown sslmode: use one of disable, no-verify, prefer, require',
    ],
    ['postgresql://u:secret@a/db?sslmode=', 'has an unknown sslmode'],
    ['postgresql://u:secret@a/db?sslrootcert=/no/ca.pem', 'names a file that the server cannot read: /no/ca.pem'],
    ['host=a,b user=u password=secret', 'must begin with postgresql://'],
  ])('%s names no host, and the message hides the password', (url, message) => {
    expect(() => hostsIn(url)).toThrow(DatabaseUrlError);
    expect(() => hostsIn(url)).toThrow(message);
    expect(() => hostsIn(url)).not.toThrow(/sec/);
  });
});
