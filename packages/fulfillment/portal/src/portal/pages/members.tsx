// Everyone who can sign in to the account.
import type { Member } from "@fulfillment/portal-api/types";
import { useQuery } from "@tanstack/react-query";
import { dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listMembersOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Page } from "../page.tsx";
import { roleWords } from "../role-words.ts";
import { useSession } from "../session.ts";
import { type Columns, Table } from "../table.tsx";

export default function Members() {
  const members = useQuery(listMembersOptions(send));
  return (
    <Page title="Members" lead="Your account team adds and removes members.">
      <Loaded query={members} what="members">
        {(all) => (
          <Table
            caption="Members"
            rows={all}
            keyOf={({ id }) => id}
            isMuted={({ active }) => !active}
            columns={columns}
          />
        )}
      </Loaded>
    </Page>
  );
}

const columns: Columns<Member> = [
  { title: "Name", cell: (member) => <Name {...member} /> },
  { title: "E-mail", cell: ({ email }) => email },
  { title: "Role", cell: ({ role }) => <span title={roleWords[role].note}>{roleWords[role].label}</span> },
  { title: "Since", cell: ({ createdAt }) => dayOf(createdAt) },
  { title: "Last sign-in", cell: ({ lastSignInAt }) => (lastSignInAt === null ? "Never" : minuteOf(lastSignInAt)) },
];

function Name({ id, name, active }: Member) {
  const { member: self } = useSession();
  return (
    <>
      {name} {id === self.id && <Badge tone="blue">You</Badge>}
      {!active && <Badge tone="plain">Deactivated</Badge>}
    </>
  );
}
