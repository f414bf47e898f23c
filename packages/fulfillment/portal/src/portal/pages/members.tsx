// Everyone who can sign in to the account.
import { useQuery } from "@tanstack/react-query";
import { dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listMembersOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Page } from "../page.tsx";
import { roleWords } from "../role-words.ts";
import { useSession } from "../session.ts";

export default function Members() {
  const members = useQuery(listMembersOptions(send));
  const { member: self } = useSession();
  return (
    <Page title="Members" lead="Your account team adds and removes members.">
      <Loaded query={members} what="members">
        {(all) => (
          <div className="card flush">
            <table className="list">
              <caption className="unseen">Members</caption>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">E-mail</th>
                  <th scope="col">Role</th>
                  <th scope="col">Since</th>
                  <th scope="col">Last sign-in</th>
                </tr>
              </thead>
              <tbody>
                {all.map(({ id, name, email, role, active, createdAt, lastSignInAt }) => (
                  <tr key={id} data-muted={!active}>
                    <th scope="row">
                      {name} {id === self.id && <Badge tone="blue">You</Badge>}
                      {!active && <Badge tone="plain">Deactivated</Badge>}
                    </th>
                    <td data-label="E-mail">{email}</td>
                    <td data-label="Role" title={roleWords[role].note}>
                      {roleWords[role].label}
                    </td>
                    <td data-label="Since">{dayOf(createdAt)}</td>
                    <td data-label="Last sign-in">{lastSignInAt === null ? "Never" : minuteOf(lastSignInAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
